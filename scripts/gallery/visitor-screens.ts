import type { Language } from '#languages/languages.ts'
import { copyButtonIn } from '#tests/journeys/support/library-steps.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import * as s from './steps.ts'

/** The screens for visitors, in a language. */
export function visitorScreensOf(language: Language): s.Screen[] {
  const { accounts, prompt } = textsOf[language]
  const submit = s.css('button[type=submit]')
  const shared = s.to(({ promptIds }) => `/prompt/shared/${promptIds.get(s.launch)}`)
  const fillIn = s.type(s.role('textbox', { name: 'product' }), 'Lumen')
  return s.screensFor('visitor', {
    landing: [s.visit('/')],
    login: [s.visit('/login')],
    'login-error': [s.to('/login'), s.press(accounts.login.submit)],
    register: [s.visit('/register')],
    'register-error': [s.to('/register'), s.type(s.role('textbox'), 'no address'), s.press(submit)],
    'forgot-password-sent': [
      s.to('/forgot-password/link'),
      s.type(s.role('textbox'), 'unknown@example.org'),
      s.press(submit),
      s.see(s.role('status')),
    ],
    'reset-password': [
      s.answers('fp/*', { status: 'success', userEmail: 'reader@example.org' }),
      s.visit('/forgot-password/reset/token'),
    ],
    'not-found': [s.visit('/no/such/page')],
    error: [s.answers('page/terms', 500), s.visit('/page/terms')],
    unreachable: [
      (page) => page.route('**/api/**', (route) => route.abort('connectionrefused')),
      s.visit('/prompts'),
    ],
    faq: [s.visit('/page/faq')],
    'privacy-policy': [s.visit('/page/privacy-policy')],
    'shared-prompt': [shared, fillIn],
    'shared-prompt-before-scripts': [
      s.withoutScripts,
      shared,
      s.see(s.role('heading', { level: 1 })),
    ],
    'shared-prompt-gone': [s.visit('/prompt/shared/gone')],
    'shared-prompt-copied': [
      shared,
      fillIn,
      s.press((page) => copyButtonIn(page.locator('body'), language)),
      s.see(s.text(prompt.fillIn.copied)),
    ],
  })
}
