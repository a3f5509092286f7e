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
        await changeProfile(page, { needsProof: true, isSocialMedia: true, isGoogleLinked: true })
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
