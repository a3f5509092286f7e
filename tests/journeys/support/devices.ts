import { languages, type Language } from '#languages/languages.ts'

export const desktop = { name: 'desktop', viewport: { width: 1440, height: 900 } }
export const phone = {
  name: 'phone',
  viewport: { width: 375, height: 720 },
  hasTouch: true,
  isMobile: true,
}
/** The devices, in the order of the languages. */
const devices = [desktop, phone]

/** Pairs each language with one device; every combination would double a long journey. The main jobs test all. */
export const readers = (Object.keys(languages) as Language[]).map((language, at) => {
  const { name, ...device } = devices[at % devices.length] ?? desktop
  const { locale } = languages[language]
  return { language, device: name, options: { ...device, locale } }
})

/** The browser of journeys that depend neither on language nor on device. */
export const onDesktop = readers.slice(0, 1)
export const onPhone = readers.slice(1, 2)
