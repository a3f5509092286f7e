import { isLanguage, languageOfTag, type Language } from '#languages/languages.ts'
import { deviceStorage } from '#web/ui/browser/storage.ts'

const storageKey = 'lang'
const yearInSeconds = 31_536_000

/** The language chosen on this device, else the browser's if the product has it. */
export function preferredLanguage(): Language {
  return storedLanguage() ?? languageOfTag(navigator.language)
}

/** The language chosen on this device. */
export function storedLanguage(): Language | undefined {
  const stored = deviceStorage.getItem(storageKey)
  return isLanguage(stored) ? stored : undefined
}

export function storeLanguage(language: Language): void {
  deviceStorage.setItem(storageKey, language)
  // Read by the server, which sends the landing page in that language.
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  document.cookie = `${prefix}${storageKey}=${language}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax${secure}`
}
