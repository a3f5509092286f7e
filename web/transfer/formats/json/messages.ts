import { isFields, listOf, textIn, type Fields } from '#web/transfer/formats/shapes.ts'

/** The messages of a chat as one text, each under who says it. */
export function textOfMessages(given: unknown): string {
  const messages = listOf(given).filter(isFields)
  const [only] = messages
  if (messages.length === 1 && only) return contentOf(only)
  return messages
    .map((message) => {
      const role = textIn(message, 'role') ?? ''
      const heading = role.charAt(0).toUpperCase() + role.slice(1)
      return heading === '' ? contentOf(message) : `${heading}:\n${contentOf(message)}`
    })
    .join('\n\n')
}

/** A placeholder stands for messages that come later. */
function contentOf(message: Fields): string {
  if (message['type'] === 'placeholder') return `{{${textIn(message, 'name') ?? 'messages'}}}`
  return textIn(message, 'content') ?? ''
}
