import type { Language } from '#server/http/request-language.ts'
import { renderMail, type MailText, type MailWording } from '#server/mail/render-mail.ts'

const wordings: Record<Language, (email: string) => MailWording> = {
  en: (email) => ({
    subject: 'Confirm your new e-mail address',
    sentence: `Please confirm that ${email} is to be the address of your Promptshelf account. Until then, the former one stays.`,
    button: 'Confirm address',
    lifetime: 'The link works for 24 hours.',
    unasked: 'If you did not ask for this, ignore this e-mail.',
  }),
  de: (email) => ({
    subject: 'Bestätige deine neue E-Mail-Adresse',
    sentence: `Bitte bestätige, dass ${email} die Adresse deines Promptshelf-Kontos werden soll. Bis dahin bleibt es bei der bisherigen.`,
    button: 'Adresse bestätigen',
    lifetime: 'Der Link gilt 24 Stunden.',
    unasked: 'Falls du das nicht wolltest, ignoriere diese E-Mail.',
  }),
}

const undoWordings: Record<Language, (former: string, email: string) => MailWording> = {
  en: (former, email) => ({
    subject: 'Your e-mail address has been changed',
    sentence: `Your Promptshelf account had the address ${former}. It now has the address ${email}.`,
    button: 'Undo this change',
    lifetime: 'The link works for 7 days.',
    unasked:
      'If you changed it yourself, there is nothing to do. If you did not, undo the change: that logs out every device and ends the current password.',
  }),
  de: (former, email) => ({
    subject: 'Deine E-Mail-Adresse wurde geändert',
    sentence: `Dein Promptshelf-Konto hatte die Adresse ${former}. Jetzt hat es die Adresse ${email}.`,
    button: 'Änderung rückgängig machen',
    lifetime: 'Der Link gilt 7 Tage.',
    unasked:
      'Wenn du sie selbst geändert hast, brauchst du nichts zu tun. Wenn nicht, mach die Änderung rückgängig: Damit werden alle Geräte abgemeldet, und das jetzige Passwort gilt nicht mehr.',
  }),
}

/** The mail to a new address, by which it becomes the account's. */
export function renderEmailChangeMail(language: Language, email: string, link: string): MailText {
  return renderMail(language, wordings[language](email), link)
}

/** The mail to the former address, by which it becomes the account's again. */
export function renderEmailUndoMail(
  language: Language,
  former: string,
  email: string,
  link: string,
): MailText {
  return renderMail(language, undoWordings[language](former, email), link)
}
