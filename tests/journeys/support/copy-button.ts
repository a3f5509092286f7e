import type { Locator } from '@playwright/test'
import { defaultLanguage, type Language } from '#languages/languages.ts'
import { textsOf } from './texts.ts'

/** The button that copies a prompt. On a phone, it also says how many variables are filled in. */
export function copyButtonIn(area: Locator, language: Language = defaultLanguage): Locator {
  const { copy, copyCount } = textsOf[language].prompt.fillIn
  const short = copyCount.split('{')[0]
  return area.getByRole('button', { name: new RegExp(`^(${copy}$|${short})`) })
}
