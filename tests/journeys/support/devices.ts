import { languages, type Language } from '#languages/languages.ts'

export const desktop = { name: 'desktop', viewport: { width: 1440, height: 900 } }
export const phone = {
  name: 'phone',
  viewport: { width: 375, height: 720 },
  hasTouch: true,
  isMobile: true,
}
/** In the order of the languages. */
const devices = [desktop, phone]

/** Each language on a device of its own; every pair would take a long journey twice as long. */
export const readers = (Object.keys(languages) as Language[]).map((language, at) => {
  const { name, ...device } = devices[at % devices.length] ?? desktop
  const { locale } = languages[language]
  return { language, device: name, options: { ...device, locale } }
})
