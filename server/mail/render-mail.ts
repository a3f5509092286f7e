import { describeScopes, type TokenScope } from '#contract/core/scopes.ts'
import { screenAddress, screens } from '#contract/screens.ts'
import { readUserAgent } from '#contract/core/user-agent.ts'
import { languages, type Language } from '#languages/languages.ts'
import { escapeHtml } from '#server/core/texts/escape-html.ts'
import { fillText, readTexts } from '#server/core/texts/read-texts.ts'

export type MailText = { subject: string; plain: string; html: string }

/** A mail with a link that proves access to the mailbox, and the values of its sentence. */
export type LinkMail =
  /** `at`: when the reset takes effect, in milliseconds since 1970. */
  | { kind: 'factorReset'; email: string; at: number }
  | { kind: 'verification' | 'reset' | 'invitation' | 'emailChange'; email: string }
  | { kind: 'emailUndo'; former: string; email: string }

/** For a change that a new password alone does not undo. */
const factorNotices = [
  'passkey_added',
  'passkey_removed',
  'totp_added',
  'totp_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'password_removed',
  'factor_reset_stopped',
  'factors_reset',
] as const
export type FactorNotice = Exclude<(typeof factorNotices)[number], 'recovery_code_used'>

/** A notice about a change to an account, sent even if the owner made it. */
export type Notice =
  | { kind: 'password_changed' | 'google_linked' | 'google_took_over' | 'google_unlinked' }
  | { kind: 'codes_guessed' }
  | { kind: FactorNotice }
  /** `left`: the number of remaining recovery codes. */
  | { kind: 'recovery_code_used'; left: number }
  | { kind: 'token_created'; scopes: readonly TokenScope[] }
  /** `host`: the host that vouches for the app. */
  | { kind: 'app_connected'; host: string | null; scopes: readonly TokenScope[] }
  /** `at` in milliseconds since 1970. */
  | { kind: 'new_device'; userAgent: string; at: number }

/** The texts of a mail, all of them plain text. */
type Wording = {
  subject: string
  sentence: string
  button: string
  closing: string
  code?: string | undefined
}

const texts = readTexts('mails')

/** A mail that asks for an action, with a link that performs it, and possibly a code with the same effect. */
export function renderLinkMail(
  language: Language,
  mail: LinkMail,
  link: string,
  code?: string,
): MailText {
  const { kind } = mail
  const values =
    mail.kind === 'factorReset' ? { email: mail.email, time: toTime(language, mail.at) } : mail
  const wording = { ...texts[language][kind], code }
  return renderMail(language, { ...wording, sentence: fillText(wording.sentence, values) }, link)
}

/** A mail that reports a change to an account, with a link to reset the password. */
export function renderNotice(
  language: Language,
  email: string,
  notice: Notice,
  baseUrl: string,
): MailText {
  const { button, closing: ofOthers, factorClosing, ...wordings } = texts[language].notice
  const { subject, sentence } = wordings[notice.kind]
  const isFactor = (factorNotices as readonly string[]).includes(notice.kind)
  const closing = isFactor ? factorClosing : ofOthers
  const values = { email, ...valuesOf(language, notice) }
  const wording = { subject, sentence: fillText(sentence, values), button, closing }
  return renderMail(language, wording, baseUrl + screens.forgotPassword)
}

/** The mail that confirms the deletion of an account, with a link to the contact page. */
export function renderPartingMail(language: Language, email: string, baseUrl: string): MailText {
  const { sentence, ...wording } = texts[language].accountDeleted
  const link = baseUrl + screenAddress(screens.page, { type: 'contact' })
  return renderMail(language, { ...wording, sentence: fillText(sentence, { email }) }, link)
}

function valuesOf(language: Language, notice: Notice): Record<string, string> {
  if (notice.kind === 'new_device') {
    return { device: toDevice(language, notice.userAgent), time: toTime(language, notice.at) }
  }
  if (notice.kind === 'app_connected') {
    // Not its own name: anyone can choose that.
    const app = notice.host ?? texts[language].notice.unknownApp
    return { app, may: toPermission(language, notice.scopes) }
  }
  if (notice.kind === 'recovery_code_used') return { left: String(notice.left) }
  return notice.kind === 'token_created' ? { may: toPermission(language, notice.scopes) } : {}
}

/**
 * What scopes allow, as part of a sentence. `{may}` in the text of a scope is replaced by what the scopes before it
 * allow.
 */
function toPermission(language: Language, scopes: readonly TokenScope[]): string {
  const described = describeScopes(scopes, (word) => texts[language].notice.scopes[word])
  return described.reduce((may, text) => {
    if (may === '') return text
    return text.includes('{may}') ? fillText(text, { may }) : `${may}, ${text}`
  }, '')
}

/** The name of a browser, such as Chrome on Windows. Undefined if unknown. */
export function nameBrowser(language: Language, userAgent: string): string | undefined {
  const { browser, system } = readUserAgent(userAgent)
  return (browser ?? system) ? toDevice(language, userAgent) : undefined
}

/** Only known names, since a user agent is untrusted input. */
function toDevice(language: Language, userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  const { browserOnSystem, unknownBrowser } = texts[language].notice
  if (browser && system) return fillText(browserOnSystem, { browser, system })
  return browser ?? system ?? unknownBrowser
}

function toTime(language: Language, at: number): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(at)} UTC`
}

const small = 'margin: 0 0 16px; font-size: 14px'
// A border, because the button would be lost on a dark background.
const button =
  'display: inline-block; padding: 10px 18px; border: 1px solid #71717a; border-radius: 8px; background: #18181b; color: #fafafa; font-weight: 600; text-decoration: none'

/**
 * A mail with one link, as text and as HTML. The HTML sets no colours except the button's, so that it adapts to a light
 * or dark mail program, and loads nothing.
 */
function renderMail(language: Language, wording: Wording, link: string): MailText {
  const { subject, sentence, closing, code } = wording
  const { orCode } = texts[language]
  const plainCode = code === undefined ? '' : `${orCode}\n\n${code}\n\n`
  const plain = `${sentence}\n\n${link}\n\n${plainCode}${closing}\n\n-- \nPromptshelf\n`

  const text = escapeHtml
  const codeParts =
    code === undefined
      ? ''
      : `
      <p style="${small}">${text(orCode)}<br><strong style="font-size: 20px; letter-spacing: 2px">${text(code)}</strong></p>`
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
      <p style="${small}">${text(texts[language].insteadOfButton)}<br><a href="${text(link)}" style="color: inherit">${text(link)}</a></p>${codeParts}
      <p style="${small}">${text(closing)}</p>
    </div>
  </body>
</html>
`
  return { subject, plain, html }
}
