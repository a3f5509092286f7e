import type { Language } from '#languages/languages.ts'
import { accountScreensOf } from './account-screens.ts'
import { connectScreensOf } from './connect-screens.ts'
import { dialogScreensOf } from './dialog-screens.ts'
import { libraryScreensOf } from './library-screens.ts'
import { runScreensOf } from './run-screens.ts'
import type { Screen } from './steps.ts'
import { signInScreensOf } from './sign-in-screens.ts'
import { toolScreensOf } from './tool-screens.ts'
import { visitorScreensOf } from './visitor-screens.ts'

/** Every screen and dialog, in a language and at a width. */
export function screensOf(language: Language, width: number): Screen[] {
  return [
    ...visitorScreensOf(language),
    ...libraryScreensOf(language, width),
    ...dialogScreensOf(language, width),
    ...runScreensOf(language, width),
    ...toolScreensOf(language),
    ...accountScreensOf(language),
    ...signInScreensOf(language, width),
    ...connectScreensOf(language),
  ]
}
