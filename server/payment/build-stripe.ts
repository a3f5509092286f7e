import type { Stripe } from 'stripe'
import { getUser, setStripeCustomer } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { insertEnding } from '#server/payment/endings.queries.ts'
import type { Order, PaymentProvider } from '#server/payment/provider.rules.ts'

/** Milliseconds that each request to Stripe may take. */
const timeout = 10_000

/** Takes money by Stripe's Checkout, its page for paying; what comes of it, Stripe tells the webhook. */
export async function buildStripe(
  context: Pick<AppContext, 'config' | 'db' | 'log' | 'now'>,
): Promise<PaymentProvider> {
  const { config, db, log, now } = context
  const { stripeSecretKey, stripeWebhookSecret } = config
  if (stripeSecretKey === undefined || stripeWebhookSecret === undefined) {
    throw new Error('The configuration asks for the keys of Stripe.')
  }
  // Loaded only here: it takes 40 MB, and who takes no money has no use for it.
  const { Stripe: Client } = await import('stripe')
  const client = new Client(stripeSecretKey, {
    ...toAddress(config.stripeApiUrl),
    timeout,
    // Whoever asks tries again: the buyer, Stripe with its event, or the work in the background.
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
        await closeCheckouts(client, customer)
        return await openCheckout(client, config, order, customer)
      } catch (error) {
        if (error instanceof ApiError) throw error
        log.error({ err: error }, 'Stripe began no checkout')
        throw new ApiError('payment_unavailable')
      }
    },
    end: async (kind, id) => {
      try {
        if (kind === 'subscription') await client.subscriptions.cancel(id)
        else await client.customers.del(id)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
  }

  async function getCustomer(owner: OwnerNo): Promise<{ id: string; userId: string }> {
    const user = await getUser(db.main, owner)
    const known = user.stripe_customer
    if (known !== null && (await isThere(client, known))) return { id: known, userId: user.id }
    const { id } = await client.customers.create({
      email: user.email,
      metadata: { site: config.baseUrl, user: user.id },
    })
    if (!(await setStripeCustomer(db.main, owner, id))) {
      // The account was deleted meanwhile, and nothing else knows of this customer.
      await insertEnding(db.main, { id, provider: 'stripe', kind: 'customer' }, now())
      throw new ApiError('not_logged_in')
    }
    return { id, userId: user.id }
  }
}

async function openCheckout(
  client: Stripe,
  { baseUrl }: AppContext['config'],
  { plan, language }: Order,
  customer: { id: string; userId: string },
): Promise<string> {
  // By these the webhook knows whose a subscription is.
  const metadata = { site: baseUrl, user: customer.userId, plan: plan.id }
  const { url } = await client.checkout.sessions.create({
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
    success_url: `${baseUrl}/profile?checkout=paid`,
    cancel_url: `${baseUrl}/plans`,
    locale: language,
  })
  if (url === null) throw new Error('Stripe gave no address to pay at.')
  return url
}

/** Ends the checkouts that are open in other tabs, so that nobody pays twice. */
async function closeCheckouts(client: Stripe, customer: { id: string }): Promise<void> {
  const open = await client.checkout.sessions.list({ customer: customer.id, status: 'open' })
  await Promise.all(open.data.map(({ id }) => client.checkout.sessions.expire(id)))
}

/** An operator may have deleted a customer in Stripe's dashboard. */
async function isThere(client: Stripe, customer: string): Promise<boolean> {
  try {
    return (await client.customers.retrieve(customer)).deleted !== true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** What Stripe answers of what it never had, and of what has been ended. */
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
