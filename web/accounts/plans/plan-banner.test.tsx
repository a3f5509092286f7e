import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { PlanBanner } from './plan-banner.tsx'
import { UnsubscribeDialog } from './unsubscribe-dialog.tsx'

const bought = {
  name: 'Plus',
  price: '6.00',
  isActive: 1 as const,
  expireAt: '2027-06-01T23:59:59.999Z',
  hasPaymentFailed: false,
  isGiven: false,
}

test.each([
  ['was bought renews', bought, /^Renewal On [12] June 2027$/],
  [
    'the operator assigned ends on the day that the operator set',
    { ...bought, isGiven: true },
    'Until 1 June 2027',
  ],
])('A plan that %s', async (_what, subDetails, text) => {
  await show(
    <MemoryRouter>
      <PlanBanner subDetails={subDetails} onUnsubscribe={() => {}} />
    </MemoryRouter>,
    'plans',
  )
  await expect.element(page.getByText(text)).toBeVisible()
})

test('Unsubscribing from a plan that the operator assigned shows its last day, and mentions no payment', async () => {
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <UnsubscribeDialog
          open
          subDetails={{ ...bought, isGiven: true }}
          onClose={() => {}}
          onEnded={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
    'plans',
  )
  const text = 'Plus ends immediately. You lose the remaining time, until 1 June 2027.'
  await expect.element(page.getByText(text)).toBeVisible()
})
