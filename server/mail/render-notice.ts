import { readUserAgent } from '#contract/user-agent.ts'
import type { Language } from '#server/http/request-language.ts'
import { renderMail, type MailText, type MailWording } from '#server/mail/render-mail.ts'

/** An event that the owner of an account should hear of, even after causing it. */
export type Notice =
  | { kind: 'password_changed' | 'google_linked' | 'google_took_over' | 'google_unlinked' }
  | { kind: 'new_device'; userAgent: string; at: number }

/** A mail that says what has happened to an account, with the way to a new password. */
export function renderNotice(
  language: Language,
  email: string,
  notice: Notice,
  baseUrl: string,
): MailText {
  const wording = wordings[language]
  return renderMail(
    language,
    {
      ...wording.of(email, notice),
      button: wording.button,
      unasked: wording.unasked,
    },
    `${baseUrl}/forgot-password/link`,
  )
}

type Wording = {
  button: string
  unasked: string
  of: (email: string, notice: Notice) => Pick<MailWording, 'subject' | 'sentence'>
}

const wordings: Record<Language, Wording> = {
  en: {
    button: 'Set a new password',
    unasked:
      'If this was you, there is nothing to do. If it was not, set a new password: that logs out every device.',
    of: (email, notice) => {
      switch (notice.kind) {
        case 'password_changed':
          return {
            subject: 'Your password has been changed',
            sentence: `The password of your Promptshelf account ${email} has been changed. All other devices have been logged out.`,
          }
        case 'google_linked':
          return {
            subject: 'Google is connected to your account',
            sentence: `Your Promptshelf account ${email} can now be signed in to with Google as well. Your password still works. You can disconnect Google in your profile.`,
          }
        case 'google_took_over':
          return {
            subject: 'You now sign in with Google',
            sentence: `Your Promptshelf account ${email} is now signed in to with Google. Its password was never shown to belong to the owner of this address, so it no longer works, and all other devices have been logged out. If you find anything in the library that is not yours, delete it.`,
          }
        case 'google_unlinked':
          return {
            subject: 'Google is disconnected from your account',
            sentence: `Your Promptshelf account ${email} can no longer be signed in to with Google. Your password still works.`,
          }
        case 'new_device':
          return {
            subject: 'New sign-in to your account',
            sentence: `Your Promptshelf account ${email} was signed in to from a new device: ${toDevice('en', notice.userAgent)}, on ${toTime('en', notice.at)}.`,
          }
      }
    },
  },
  de: {
    button: 'Neues Passwort festlegen',
    unasked:
      'Wenn du das warst, brauchst du nichts zu tun. Wenn nicht, leg ein neues Passwort fest: Damit werden alle Geräte abgemeldet.',
    of: (email, notice) => {
      switch (notice.kind) {
        case 'password_changed':
          return {
            subject: 'Dein Passwort wurde geändert',
            sentence: `Das Passwort deines Promptshelf-Kontos ${email} wurde geändert. Alle anderen Geräte wurden abgemeldet.`,
          }
        case 'google_linked':
          return {
            subject: 'Google ist mit deinem Konto verbunden',
            sentence: `Bei deinem Promptshelf-Konto ${email} kannst du dich jetzt auch mit Google anmelden. Dein Passwort gilt weiterhin. In deinem Profil kannst du die Verbindung wieder trennen.`,
          }
        case 'google_took_over':
          return {
            subject: 'Du meldest dich jetzt mit Google an',
            sentence: `Bei deinem Promptshelf-Konto ${email} meldest du dich jetzt mit Google an. Ob das bisherige Passwort wirklich von dir war, ließ sich nie feststellen. Deshalb gilt es nicht mehr, und alle anderen Geräte wurden abgemeldet. Findest du in der Bibliothek etwas, das nicht von dir ist, lösche es.`,
          }
        case 'google_unlinked':
          return {
            subject: 'Google ist nicht mehr mit deinem Konto verbunden',
            sentence: `Bei deinem Promptshelf-Konto ${email} kannst du dich nicht mehr mit Google anmelden. Dein Passwort gilt weiterhin.`,
          }
        case 'new_device':
          return {
            subject: 'Neue Anmeldung bei deinem Konto',
            sentence: `Bei deinem Promptshelf-Konto ${email} hat sich ein neues Gerät angemeldet: ${toDevice('de', notice.userAgent)}, am ${toTime('de', notice.at)}.`,
          }
      }
    },
  },
}

/** Only names that we know: the rest of a user agent is whatever its sender made up. */
function toDevice(language: Language, userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  const unknown = { en: 'an unknown browser', de: 'ein unbekannter Browser' }[language]
  if (browser && system) return `${browser} ${{ en: 'on', de: 'unter' }[language]} ${system}`
  return browser ?? system ?? unknown
}

function toTime(language: Language, at: number): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'de-DE', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(at)} UTC`
}
