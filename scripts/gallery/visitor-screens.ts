import type { Language } from '#languages/languages.ts'
import { copyButtonIn } from '#tests/journeys/support/library-steps.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import { launch, visit, type Screen } from './steps.ts'

/** What a visitor sees, in a language. */
export function visitorScreensOf(language: Language): Screen[] {
  const { accounts, prompt } = textsOf[language]
  return [
    { name: 'landing', who: 'visitor', open: (page) => visit(page, '/') },
    { name: 'login', who: 'visitor', open: (page) => visit(page, '/login') },
    {
      name: 'login-error',
      who: 'visitor',
      open: async (page) => {
        await page.goto('/login')
        await page.getByRole('button', { name: accounts.login.submit, exact: true }).click()
      },
    },
    {
      name: 'register',
      who: 'visitor',
      open: (page) => visit(page, '/register'),
    },
    {
      name: 'register-error',
      who: 'visitor',
      open: async (page) => {
        await page.goto('/register')
        await page.getByRole('textbox').first().fill('no address')
        await page.locator('button[type=submit]').click()
      },
    },
    {
      name: 'forgot-password-sent',
      who: 'visitor',
      open: async (page) => {
        await page.goto('/forgot-password/link')
        await page.getByRole('textbox').fill('unknown@example.org')
        await page.locator('button[type=submit]').click()
        await page.getByRole('status').waitFor()
      },
    },
    {
      name: 'reset-password',
      who: 'visitor',
      open: async (page) => {
        await page.route('**/api/fp/**', (route) =>
          route.fulfill({ json: { status: 'success', userEmail: 'reader@example.org' } }),
        )
        await visit(page, '/forgot-password/reset/token')
      },
    },
    {
      name: 'not-found',
      who: 'visitor',
      open: (page) => visit(page, '/no/such/page'),
    },
    {
      name: 'error',
      who: 'visitor',
      open: async (page) => {
        await page.route('**/api/page/terms', (route) => route.fulfill({ status: 500, body: '' }))
        await page.goto('/page/terms')
        await page.getByRole('heading', { level: 1 }).waitFor()
      },
    },
    {
      name: 'unreachable',
      who: 'visitor',
      open: async (page) => {
        await page.route('**/api/**', (route) => route.abort('connectionrefused'))
        await page.goto('/prompts')
        await page.getByRole('heading', { level: 1 }).waitFor()
      },
    },
    { name: 'faq', who: 'visitor', open: (page) => visit(page, '/page/faq') },
    {
      name: 'privacy-policy',
      who: 'visitor',
      open: (page) => visit(page, '/page/privacy-policy'),
    },
    {
      name: 'shared-prompt',
      who: 'visitor',
      open: async (page, { promptIds }) => {
        await page.goto(`/prompt/shared/${promptIds.get(launch)}`)
        await page.getByRole('textbox', { name: 'product' }).fill('Lumen')
      },
    },
    {
      name: 'shared-prompt-before-scripts',
      who: 'visitor',
      open: async (page, { promptIds }) => {
        await page.route('**/assets/*.js', (route) => route.abort())
        await visit(page, `/prompt/shared/${promptIds.get(launch)}`)
      },
    },
    {
      name: 'shared-prompt-gone',
      who: 'visitor',
      open: (page) => visit(page, '/prompt/shared/gone'),
    },
    {
      name: 'shared-prompt-copied',
      who: 'visitor',
      open: async (page, { promptIds }) => {
        await page.goto(`/prompt/shared/${promptIds.get(launch)}`)
        await page.getByRole('textbox', { name: 'product' }).fill('Lumen')
        await copyButtonIn(page.locator('body'), language).click()
        await page.getByText(prompt.fillIn.copied).waitFor()
      },
    },
  ]
}
