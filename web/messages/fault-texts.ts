import type { Language } from './language.ts'

const english = {
  noAnswer: 'Something went wrong, please try later.',
  failureTitle: 'Unexpected Application Error!',
  failureText: 'Something went wrong on this page. Nothing that you saved is lost.',
  lostTitle: 'The server cannot be reached',
  lostText: 'It may be restarting. This page continues as soon as it is back.',
  lostNotice: 'The server cannot be reached. Trying again…',
  offlineTitle: 'You are offline',
  offlineText: 'This page continues as soon as you are online again.',
  offlineNotice: 'You are offline. What you typed is kept.',
  retry: 'Try again',
  home: 'Home',
}

const german: typeof english = {
  noAnswer: 'Etwas ist schiefgelaufen, bitte versuche es später noch einmal.',
  failureTitle: 'Unerwarteter Fehler!',
  failureText:
    'Auf dieser Seite ist etwas schiefgelaufen. Was du gespeichert hast, ist nicht verloren.',
  lostTitle: 'Der Server ist nicht erreichbar',
  lostText:
    'Vielleicht startet er gerade neu. Sobald er antwortet, geht es hier von selbst weiter.',
  lostNotice: 'Der Server ist nicht erreichbar. Neuer Versuch läuft …',
  offlineTitle: 'Du bist offline',
  offlineText: 'Sobald du wieder online bist, geht es hier von selbst weiter.',
  offlineNotice: 'Du bist offline. Dein Text bleibt erhalten.',
  retry: 'Noch einmal versuchen',
  home: 'Startseite',
}

/** What has to be said when nothing can be loaded, the catalogues of texts included. */
export const faultTexts: Record<Language, typeof english> = { en: english, de: german }
