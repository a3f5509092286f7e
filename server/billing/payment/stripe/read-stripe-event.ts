import type { Stripe } from 'stripe'
import { findAccountNo } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { PaymentEvent } from '#server/billing/payment/apply-payment-event.ts'
import { queueEnding } from '#server/billing/payment/queue-endings.ts'
import { findSubscription } from '#server/billing/plans/subscriptions.queries.ts'
import type { Purchase, SubscriptionEvent } from '#server/billing/plans/subscriptions.rules.ts'

/** An event of one subscription. */
type StripeFact = { subscription: string; event: SubscriptionEvent }

/** Deadline for all requests together: Stripe is waiting for our answer. */
const deadlineMs = 1_700

/** Options that end a request at the deadline. */
type RequestDeadline = () => { timeout: number }

const over = new Set(['canceled', 'unpaid', 'incomplete_expired'])

/**
 * Translates a verified event of Stripe; undefined for an event without effect. Objects of another version
 * of Stripe's API than ours are fetched again.
 *
 * @throws the error of Stripe's library while Stripe is unreachable
 */
export async function readStripeEvent(
  services: Pick<Services, 'config' | 'db' | 'now'>,
  client: Stripe,
  event: Stripe.Event,
): Promise<PaymentEvent | undefined> {
  const deadline = performance.now() + deadlineMs
  const hurry = () => ({ timeout: Math.max(1, Math.round(deadline - performance.now())) })
  const fact = await toFact(client, event, hurry)
  if (fact === undefined) return undefined
  const purchase = await findPurchase(services, client, fact.subscription, hurry)
  return purchase && { id: event.id, purchase, event: fact.event }
}

async function toFact(
  client: Stripe,
  event: Stripe.Event,
  hurry: RequestDeadline,
): Promise<StripeFact | undefined> {
  const isOfOurVersion = event.api_version === client.getConstant('API_VERSION')
  const at = toMs(event.created)
  switch (event.type) {
    case 'checkout.session.completed': {
      const { id } = event.data.object
      const session = isOfOurVersion
        ? event.data.object
        : await client.checkout.sessions.retrieve(id, {}, hurry())
      if (session.payment_status === 'unpaid' || session.invoice === null) return undefined
      const invoice = await client.invoices.retrieve(toId(session.invoice), {}, hurry())
      return toInvoiceFact(invoice, (period) => ({ kind: 'paid', ...period }))
    }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const { id } = event.data.object
      const invoice = isOfOurVersion
        ? event.data.object
        : await client.invoices.retrieve(id, {}, hurry())
      return toInvoiceFact(invoice, (period) =>
        event.type === 'invoice.paid'
          ? { kind: 'paid', ...period }
          : { kind: 'payment_failed', from: period.from },
      )
    }
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const { id } = event.data.object
      const subscription = isOfOurVersion
        ? event.data.object
        : await client.subscriptions.retrieve(id, {}, hurry())
      if (!over.has(subscription.status)) return undefined
      const { ended_at } = subscription
      return { subscription: id, event: { kind: 'ended', at: ended_at ? toMs(ended_at) : at } }
    }
    case 'charge.refunded':
    case 'charge.dispute.funds_withdrawn': {
      const { payment_intent } = event.data.object
      if (event.type === 'charge.refunded' && !event.data.object.refunded) return undefined
      if (payment_intent === null) return undefined
      const invoice = await findPaidInvoice(client, toId(payment_intent), hurry)
      // A refund for a past period does not end the current one.
      return (
        invoice &&
        toInvoiceFact(invoice, ({ until }) => (until > at ? { kind: 'refunded', at } : undefined))
      )
    }
    default:
      return undefined
  }
}

/** The subscription that an invoice is for, and the period that it covers. */
function toInvoiceFact(
  invoice: Stripe.Invoice,
  toEvent: (period: { from: number; until: number }) => SubscriptionEvent | undefined,
): StripeFact | undefined {
  const subscription = invoice.parent?.subscription_details?.subscription
  const periods = invoice.lines.data
    .filter((line) => line.parent?.type === 'subscription_item_details')
    .map(({ period }) => ({ from: toMs(period.start), until: toMs(period.end) }))
  const last = periods.toSorted((a, b) => a.until - b.until).at(-1)
  const event = last && toEvent(last)
  if (!subscription || event === undefined) return undefined
  return { subscription: toId(subscription), event }
}

async function findPaidInvoice(
  client: Stripe,
  paymentIntent: string,
  hurry: RequestDeadline,
): Promise<Stripe.Invoice | undefined> {
  const payment = { type: 'payment_intent', payment_intent: paymentIntent } as const
  const { data } = await client.invoicePayments.list({ payment, limit: 1 }, hurry())
  return data[0] && client.invoices.retrieve(toId(data[0].invoice), {}, hurry())
}

/**
 * The owner and plan of a subscription that we have stored, or that Stripe's metadata says was bought on this site:
 * other sites may use the same Stripe account. A subscription of a deleted account is ended.
 */
async function findPurchase(
  { config, db, now }: Pick<Services, 'config' | 'db' | 'now'>,
  client: Stripe,
  id: string,
  hurry: RequestDeadline,
): Promise<Purchase | undefined> {
  const known = await findSubscription(db.main, id)
  if (known) return known
  const { created, metadata } = await client.subscriptions.retrieve(id, {}, hurry())
  const { site, user, plan } = metadata
  if (site !== config.baseUrl || user === undefined || plan === undefined) return undefined
  const account = await findAccountNo(db.main, user)
  if (account === undefined) {
    await queueEnding(db.main, { id, provider: 'stripe', kind: 'subscription' }, now())
    return undefined
  }
  return { id, owner_no: account, plan_id: plan, provider: 'stripe', started_at: toMs(created) }
}

function toId(object: string | { id: string }): string {
  return typeof object === 'string' ? object : object.id
}

function toMs(seconds: number): number {
  return seconds * 1000
}
