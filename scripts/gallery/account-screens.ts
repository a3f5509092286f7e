import type { Page } from '@playwright/test'
import type { Language } from '#languages/languages.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'

const plus = {
  name: 'Plus',
  price: '4.00',
  expireAt: '2026-12-21T12:00:00.000Z',
  isActive: 1,
  hasPaymentFailed: false,
}

/** The plans, and the account on each of them, in a language. */
export function accountScreensOf(language: Language) {
  const { accounts, plans } = textsOf[language]
  return [
    {
      name: 'plans',
      open: async (page: Page) => {
        await page.goto('/plans')
        await page.getByRole('heading', { name: 'Plus' }).first().waitFor()
      },
    },
    {
      name: 'plans-yearly',
      open: async (page: Page) => {
        await page.goto('/plans')
        await page.getByRole('radio').nth(1).check()
      },
    },
    {
      name: 'plans-leaving',
      open: async (page: Page) => {
        await page.route('**/api/payment/checkout', () => {})
        await page.goto('/plans')
        await page.getByRole('button', { name: plans.subscribe }).first().click()
      },
    },
    {
      name: 'plans-failed',
      open: async (page: Page) => {
        await page.route('**/api/plans', (route) => route.fulfill({ status: 500, body: '' }))
        await page.goto('/plans')
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'sandbox',
      open: async (page: Page) => {
        await page.goto('/plans')
        await page.getByRole('button', { name: plans.subscribe }).first().click()
        await page.waitForURL('**/sandbox/**')
      },
    },
    { name: 'profile', open: (page: Page) => openProfile(page) },
    {
      name: 'profile-proof',
      open: async (page: Page) => {
        await changeProfile(page, { needsProof: true })
        await openProfile(page)
        await page.getByRole('button', { name: accounts.profile.download }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'profile-delete-proof',
      open: async (page: Page) => {
        await changeProfile(page, {
          needsProof: true,
          proofs: [],
          isSocialMedia: true,
          isGoogleLinked: true,
        })
        await openProfile(page)
        await page.getByRole('button', { name: accounts.profile.delete }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'profile-changing-email',
      open: async (page: Page) => {
        await changeProfile(page, { pendingEmail: 'countess@example.org', isGoogleLinked: true })
        await openProfile(page)
      },
    },
    {
      name: 'profile-tokens',
      open: async (page: Page) => {
        await openTokens(page)
        await page.locator('#access').scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'create-token',
      open: async (page: Page) => {
        await openTokens(page)
        await page.getByRole('button', { name: accounts.tokens.add }).click()
        await page.getByRole('dialog').getByRole('combobox').first().waitFor()
      },
    },
    {
      name: 'token-created',
      open: async (page: Page) => {
        await openTokens(page)
        await page.route('**/api/tokens/create', (route) => {
          const token = `pshelf_pat_${'7Hq2vXn4Lz'.repeat(5).slice(1)}`
          return route.fulfill({ json: { status: 'success', id: 'new', token } })
        })
        await page.getByRole('button', { name: accounts.tokens.add }).click()
        await page.getByRole('textbox', { name: accounts.tokens.name }).fill('Backup')
        await page.getByRole('button', { name: accounts.tokens.create }).click()
        await page.getByRole('button', { name: accounts.tokens.copy }).waitFor()
        // Warns that it has not been copied.
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').getByRole('alert').waitFor()
      },
    },
    {
      name: 'end-token',
      open: async (page: Page) => {
        await openTokens(page)
        await page.locator('#access li').getByRole('button').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'undo-email',
      open: async (page: Page) => {
        await page.goto('/undo-email/not-a-token')
        await page.getByRole('heading').waitFor()
      },
    },
    {
      name: 'profile-no-plan',
      open: async (page: Page) => {
        await changeProfile(page, { subDetails: null })
        await openProfile(page)
      },
    },
    {
      name: 'profile-paid',
      open: async (page: Page) => {
        await changeProfile(page, { subDetails: plus })
        await openProfile(page, '?checkout=paid')
      },
    },
    {
      name: 'profile-payment-failed',
      open: async (page: Page) => {
        await changeProfile(page, { subDetails: { ...plus, hasPaymentFailed: true } })
        await openProfile(page)
      },
    },
    {
      name: 'unsubscribe',
      open: async (page: Page) => {
        await changeProfile(page, { subDetails: plus })
        await openProfile(page)
        await page.getByRole('button', { name: plans.banner.unsubscribe }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ]
}

/** The moment in some days. */
function momentIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/** Opens the profile with tokens of every kind. */
async function openTokens(page: Page) {
  const first = {
    id: 'first',
    name: 'Backup script',
    scopes: ['library:read', 'library:write', 'runs'],
    folder: { id: 'work', name: 'Work' },
    hint: 'x4Lz',
    createdAt: momentIn(-40),
    expiresAt: momentIn(50),
    lastUsedOn: momentIn(-1).slice(0, 10),
    client: 'curl',
  }
  const tokens = [
    first,
    {
      ...first,
      id: 'second',
      name: 'Reading on the train',
      scopes: ['library:read'],
      folder: null,
      expiresAt: null,
      lastUsedOn: null,
    },
    {
      ...first,
      id: 'third',
      name: 'Release notes in the pipeline of the customer portal',
      folder: { id: 'gone', name: null },
      expiresAt: momentIn(-3),
      client: null,
    },
  ]
  await page.route('**/api/tokens/list', (route) => route.fulfill({ json: { tokens } }))
  await openProfile(page)
}

async function openProfile(page: Page, query = '') {
  await page.goto(`/profile${query}`)
  await page.getByText('@example.org').waitFor()
}

/** Mocks another state of the account. */
async function changeProfile(page: Page, changes: object) {
  await page.route('**/api/profile', async (route) => {
    const response = await route.fetch()
    const profile = (await response.json()) as object
    await route.fulfill({ response, json: { ...profile, ...changes } })
  })
}
