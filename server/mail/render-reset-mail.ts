import type { Language } from '#server/http/request-language.ts'
import { renderMail, type MailText, type MailWording } from '#server/mail/render-mail.ts'

const wordings: Record<Language, (email: string) => MailWording> = {
  en: (email) => ({
    subject: 'Reset your password',
    sentence: `You asked for a new password for your Promptshelf account ${email}.`,
    button: 'Set a new password',
    lifetime: 'The link works once, within 30 minutes.',
    unasked: 'If this was not you, ignore this e-mail: your password stays as it is.',
  }),
  de: (email) => ({
    subject: 'Passwort zurücksetzen',
    sentence: `Du hast für dein Promptshelf-Konto ${email} ein neues Passwort angefordert.`,
    button: 'Neues Passwort festlegen',
    lifetime: 'Der Link gilt 30 Minuten und nur einmal.',
    unasked: 'Falls du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist.',
  }),
}

/** The mail by which somebody who has forgotten the password sets another one. */
export function renderResetMail(language: Language, email: string, link: string): MailText {
  return renderMail(language, wordings[language](email), link)
}
