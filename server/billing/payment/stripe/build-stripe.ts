import { hash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { screens } from '#contract/screens.ts'
import {
  findStripeCustomer,
  getUser,
  replaceStripeCheckout,
  setStripeCustomer,
} from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { removeFromQueue } from '#server/core/jobs/retry-queue.queries.ts'
import { queueEnding } from '#server/billing/payment/queue-endings.ts'
import type { Order, PaymentProvider } from '#server/core/payment-provider.ts'

/** Milliseconds that each request to Stripe may take. */
const timeout = 10_000

/** Payment by Stripe Checkout; Stripe reports the outcome to the webhook. */
export async function buildStripe(
  services: Pick<Services, 'config' | 'db' | 'log' | 'now'>,
): Promise<PaymentProvider> {
  const { config, db, log, now } = services
  const { stripeSecretKey, stripeWebhookSecret } = config
  if (stripeSecretKey === undefined || stripeWebhookSecret === undefined) {
    throw new Error('The configuration requires the keys of Stripe.')
  }
  // Loaded on demand, because it uses 40 MB of memory.
  const { Stripe: Client } = await import('stripe')
  const client = new Client(stripeSecretKey, {
    ...toAddress(config.stripeApiUrl),
    timeout,
    // Every caller retries: the buyer, Stripe's own delivery, or the background job.
    maxNetworkRetries: 0,
    telemetry: false,
  })

  return {
    name: 'stripe',
    client,
    webhookSecret: stripeWebhookSecret,
    startCheckout: async (order) => {
      try {
        const customer = await getCustomer(order.owner)
        const checkout = await openCheckout(client, config, order, customer)
        // Of several concurrent requests, each ends the one it replaces, so one is left.
        const former = await db.main.transaction().execute(async (transaction) => {
          const id = await replaceStripeCheckout(transaction, order.owner, checkout.id)
          if (id !== null) {
            await queueEnding(transaction, { id, provider: 'stripe', kind: 'checkout' }, now())
          }
          return id
        })
        if (former !== null) await closeCheckout(former)
        return checkout.url
      } catch (error) {
        if (error instanceof ApiError) throw error
        log.error({ err: error }, 'Stripe could not start a checkout')
        throw new ApiError('payment_unavailable')
      }
    },
    end: async (kind, id) => {
      try {
        if (kind === 'subscription') await client.subscriptions.cancel(id)
        else if (kind === 'customer') await client.customers.del(id)
        else await expireCheckout(client, id)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
  }

  /** Closes the checkout open in another tab, to prevent paying twice. Failures are retried in the background. */
  async function closeCheckout(id: string): Promise<void> {
    try {
      await expireCheckout(client, id)
    } catch (error) {
      log.warn({ err: error, id }, 'Stripe could not expire a checkout; retrying')
      return
    }
    await removeFromQueue(db.main, 'payment_endings', id)
  }

  async function getCustomer(owner: OwnerNo): Promise<{ id: string; userId: string }> {
    const user = await getUser(db.main, owner)
    const known = user.stripe_customer
    if (known !== null && (await customerExists(client, known)))
      return { id: known, userId: user.id }
    const { id } = await client.customers.create(
      { email: user.email, metadata: { site: config.baseUrl, user: user.id } },
      // Concurrent requests, and a retry after a crash, create one customer.
      {
        idempotencyKey: hash('sha256', `${config.baseUrl} ${user.id} ${known} ${user.email}`),
        maxNetworkRetries: 2,
      },
    )
    if (await setStripeCustomer(db.main, owner, known, id)) return { id, userId: user.id }
    const current = await findStripeCustomer(db.main, owner)
    if (current === id) return { id, userId: user.id }
    // No other row refers to this customer.
    await queueEnding(db.main, { id, provider: 'stripe', kind: 'customer' }, now())
    throw new ApiError(current === undefined ? 'not_logged_in' : 'payment_unavailable')
  }
}

async function openCheckout(
  client: Stripe,
  { baseUrl }: Services['config'],
  { plan, language }: Order,
  customer: { id: string; userId: string },
): Promise<{ id: string; url: string }> {
  // The webhook finds the owner of a subscription by these.
  const metadata = { site: baseUrl, user: customer.userId, plan: plan.id }
  const { id, url } = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: Math.round(Number(plan.price) * 100),
          recurring: { interval: plan.type === 'yearly' ? 'year' : 'month' },
          product_data: { name: `Promptshelf ${plan.name}` },
        },
      },
    ],
    metadata,
    subscription_data: { metadata },
    success_url: `${baseUrl}${screens.profile}?checkout=paid`,
    cancel_url: baseUrl + screens.plans,
    locale: language,
  })
  if (url === null) throw new Error('Stripe returned no checkout URL.')
  return { id, url }
}

/** Stripe refuses to expire a checkout that has ended. */
async function expireCheckout(client: Stripe, id: string): Promise<void> {
  const { status } = await client.checkout.sessions.retrieve(id)
  if (status === 'open') await client.checkout.sessions.expire(id)
}

/** An operator may have deleted a customer in Stripe's dashboard. */
async function customerExists(client: Stripe, customer: string): Promise<boolean> {
  try {
    return (await client.customers.retrieve(customer)).deleted !== true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Stripe's answer for an object that never existed or has been deleted. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'resource_missing'
}

function toAddress(url: string | undefined) {
  if (url === undefined) return {}
  const { hostname, port, protocol } = new URL(url)
  return {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  }
}
