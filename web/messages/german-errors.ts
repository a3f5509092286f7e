import type { ErrorCode } from '#contract/errors.ts'

/** The German texts of the contract's errors. The English ones are the contract's own. */
export const germanErrors: Record<ErrorCode, string> = {
  invalid_request: 'Etwas ist schiefgelaufen.',
  invalid_characters: 'Der Text enthält Zeichen, die sich nicht speichern lassen.',
  cross_site: 'Anfragen von einer anderen Website werden abgelehnt.',
  not_found: 'Nicht gefunden.',
  payload_too_large: 'Das ist zu viel auf einmal. Eine Anfrage darf höchstens 1 MB groß sein.',
  unsupported_media_type: 'Hier wird nur JSON angenommen.',
  unavailable: 'Der Dienst ist gerade nicht erreichbar. Bitte versuche es gleich noch einmal.',
  unknown: 'Etwas ist schiefgelaufen, bitte versuche es später noch einmal.',
  not_logged_in: 'Bitte melde dich an.',
  fields_missing: 'Bitte fülle alle Felder aus.',
  email_invalid: 'Das ist keine gültige E-Mail-Adresse.',
  email_taken: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto.',
  password_too_short: 'Das Passwort muss mindestens 8 Zeichen lang sein.',
  password_too_long: 'Das Passwort darf höchstens 128 Zeichen lang sein.',
  password_mismatch: 'Die Passwörter stimmen nicht überein.',
  password_wrong: 'Falsches Passwort.',
  password_common: 'Das ist eines der häufigsten Passwörter, bitte wähle ein anderes.',
  password_unchanged: 'Das neue Passwort darf nicht dasselbe sein wie das alte.',
  reset_email_invalid: 'Bitte gib eine gültige E-Mail-Adresse ein.',
  link_invalid: 'Dieser Link gilt nicht mehr.',
  too_many_attempts: 'Zu viele Versuche. Probier es später noch einmal.',
  google_failed: 'Die Anmeldung mit Google hat nicht geklappt, bitte versuche es noch einmal.',
  google_email_unverified: 'Google hat diese E-Mail-Adresse nicht bestätigt.',
  email_unverified:
    'Bitte öffne zuerst den Link in der E-Mail, die wir an diese Adresse geschickt haben.',
  registration_closed: 'Auf diesem Server kann man kein neues Konto anlegen.',
  registration_restricted:
    'Auf diesem Server kann man nur mit bestimmten E-Mail-Adressen ein Konto anlegen.',
  proof_needed: 'Bitte gib dein Passwort noch einmal ein.',
  password_missing:
    'Dieses Konto hat kein Passwort, mit dem du dich stattdessen anmelden könntest.',
  google_password_needed:
    'Mit dieser Adresse gibt es schon ein Konto. Melde dich einmal mit deinem Passwort an, dann wird es mit Google verbunden.',
  google_unavailable: 'Auf diesem Server gibt es keine Anmeldung mit Google.',
  name_missing: 'Bitte gib einen Namen ein.',
  name_too_long: 'Der Name darf höchstens 200 Zeichen lang sein.',
  color_invalid: 'Bitte wähle eine Farbe aus sechs Hex-Ziffern.',
  prompt_too_long: 'Der Prompt darf höchstens 200.000 Zeichen lang sein.',
  notes_too_long: 'Die Notizen dürfen höchstens 20.000 Zeichen lang sein.',
  folder_limit_reached: 'Du hast die Grenze von 10.000 Ordnern erreicht.',
  library_full: 'Du hast die Grenze von 200.000 Prompts erreicht.',
  storage_full: 'Du hast die Grenze von 2 GB Text erreicht.',
  destination_missing: 'Bitte wähle einen Zielordner.',
  prompt_changed: 'Dieser Prompt wurde inzwischen woanders geändert.',
  search_too_short: 'Bitte gib mindestens 3 Zeichen ein.',
  search_too_long: 'Bitte gib höchstens 200 Zeichen ein.',
  prompt_limit_reached:
    'Du hast die Grenze von 10 Prompts im kostenlosen Tarif erreicht. Mit einem größeren Tarif geht es weiter.',
  subscription_missing:
    'Um einen Ordner oder einen Prompt anzulegen, brauchst du einen aktiven Tarif.',
  subscription_active:
    'Du hast schon einen aktiven Tarif. Kündige ihn zuerst auf deiner Profilseite, dann kannst du einen neuen wählen.',
  paid_plan_missing: 'Du hast keinen bezahlten Tarif, den du kündigen könntest.',
  free_plan_used: 'Den kostenlosen Tarif gibt es nur einmal, und du hast ihn schon genutzt.',
  credits_missing: 'Du hast nicht genug Credits. In einem größeren Tarif sind mehr enthalten.',
  payments_off: 'Auf diesem Server kann man nicht bezahlen.',
  payment_unavailable:
    'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuche es gleich noch einmal.',
}
