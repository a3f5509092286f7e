import { escapeHtml } from '#server/http/escape-html.ts'
import type { Language } from '#server/http/request-language.ts'

export type MailText = { subject: string; plain: string; html: string }

/** What a mail says. No part of it is HTML. */
export type MailWording = {
  subject: string
  sentence: string
  button: string
  /** How long the link works, where it does not work for good. */
  lifetime?: string
  /** What to do for a reader who did not ask for it. */
  unasked: string
}

const insteadOfButton: Record<Language, string> = {
  en: 'Or open this address in your browser:',
  de: 'Oder öffne diese Adresse in deinem Browser:',
}

const small = 'margin: 0 0 16px; font-size: 14px'
// A border, because the button would be lost on a dark background.
const button =
  'display: inline-block; padding: 10px 18px; border: 1px solid #71717a; border-radius: 8px; background: #18181b; color: #fafafa; font-weight: 600; text-decoration: none'

/**
 * A mail with one link, as text and as HTML. The HTML names no colours but the button's, so that it
 * takes on those of a light or dark mail program, and loads nothing.
 */
export function renderMail(language: Language, wording: MailWording, link: string): MailText {
  const { subject, sentence, lifetime, unasked } = wording
  const closing = lifetime === undefined ? unasked : `${lifetime} ${unasked}`
  const plain = `${sentence}\n\n${link}\n\n${closing}\n\n-- \nPromptshelf\n`

  const text = escapeHtml
  const html = `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${text(subject)}</title>
  </head>
  <body style="margin: 0; padding: 24px 16px">
    <div style="max-width: 480px; margin: 0 auto; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere">
      <p style="margin: 0 0 24px; font-weight: 600">Promptshelf</p>
      <h1 style="margin: 0 0 16px; font-size: 22px; line-height: 1.3">${text(subject)}</h1>
      <p style="margin: 0 0 24px">${text(sentence)}</p>
      <p style="margin: 0 0 24px"><a href="${text(link)}" style="${button}">${text(wording.button)}</a></p>
      <p style="${small}">${insteadOfButton[language]}<br><a href="${text(link)}" style="color: inherit">${text(link)}</a></p>
      <p style="${small}">${text(closing)}</p>
    </div>
  </body>
</html>
`
  return { subject, plain, html }
}
