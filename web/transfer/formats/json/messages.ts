import { isFields, listOf, textIn, type Fields } from '#contract/transfer/markdown/shapes.ts'

/** Joins the messages of a chat into one text, each under its role. */
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

/** Returns the text of a message. A placeholder, which other messages replace later, becomes a variable. */
function contentOf(message: Fields): string {
  if (message['type'] === 'placeholder') return `{{${textIn(message, 'name') ?? 'messages'}}}`
  return textIn(message, 'content') ?? ''
}
