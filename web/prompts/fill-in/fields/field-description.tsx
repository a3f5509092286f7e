/** What a screen reader says of a field after its name. */
export function FieldDescription({
  description,
}: {
  description: '' | { id: string; text: string }
}) {
  if (!description) return null
  return (
    <span id={description.id} hidden>
      {description.text}
    </span>
  )
}
