/** Text that a screen reader reads after a field's name. */
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
