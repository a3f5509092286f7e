import { randomUUIDv7 } from 'node:crypto'
import { lockUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { PaymentProvider } from '#server/core/payment-provider.ts'
import { replaceCheckout } from '#server/billing/payment/sandbox/sandbox-checkouts.queries.ts'

/** A provider without money, on a page of this server, for trials and tests. */
export function buildSandbox({ db, now }: Pick<Services, 'db' | 'now'>): PaymentProvider {
  return {
    name: 'sandbox',
    startCheckout: async ({ owner, plan }) => {
      const id = randomUUIDv7()
      await db.main.transaction().execute(async (transaction) => {
        // Of two concurrent requests, the later one must see and end the other's.
        await lockUser(transaction, owner)
        const checkout = { id, owner_no: owner, plan_id: plan.id, created_at: now() }
        await replaceCheckout(transaction, checkout)
      })
      // Without an origin: on localhost, the user may have opened the server with another name than BASE_URL's.
      return `/sandbox/checkout/${id}`
    },
    // It has only our subscriptions, and renews none that has ended.
    end: async () => {},
  }
}
