import type { Language } from '#server/http/request-language.ts'
import { renderMail, type MailText, type MailWording } from '#server/mail/render-mail.ts'

const wordings: Record<Language, (email: string) => MailWording> = {
  en: (email) => ({
    subject: 'Confirm your e-mail address',
    sentence: `Welcome to Promptshelf! Please confirm that ${email} is your address.`,
    button: 'Confirm address',
    lifetime: 'The link works for 24 hours.',
    unasked: 'If you did not register with Promptshelf, ignore this e-mail.',
  }),
  de: (email) => ({
    subject: 'Bestätige deine E-Mail-Adresse',
    sentence: `Willkommen bei Promptshelf! Bitte bestätige, dass ${email} deine Adresse ist.`,
    button: 'Adresse bestätigen',
    lifetime: 'Der Link gilt 24 Stunden.',
    unasked: 'Falls du dich nicht bei Promptshelf registriert hast, ignoriere diese E-Mail.',
  }),
}

/** The mail by which somebody who has registered proves the address. */
export function renderVerificationMail(language: Language, email: string, link: string): MailText {
  return renderMail(language, wordings[language](email), link)
}
