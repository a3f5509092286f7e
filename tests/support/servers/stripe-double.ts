import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'

const key = 'sk_test_double'
export const webhookSecret = 'whsec_double'
const monthSeconds = 30 * 24 * 60 * 60

type Fields = Record<string, string>
type Session = { id: string; customer: string; status: string; invoice: string | null } & Paid
type Paid = { interval: string; amount: number; metadata: Fields; locale: string }
type Subscription = {
  id: string
  customer: string
  status: string
  created: number
  ended_at: number | null
  metadata: Fields
  interval: string
}
type Invoice = { id: string; subscription: string; start: number; end: number; intent: string }

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>
/** An event as Stripe sends it: its exact bytes, and the header with their signature. */
export type SignedEvent = { id: string; payload: string; signature: string }

/**
 * A test double of Stripe with customers, checkouts, subscriptions and invoices, limited to what the server uses. Its
 * methods act as the buyer or as Stripe, and return the event that Stripe would send.
 */
export async function startStripeDouble() {
  /** Its time in milliseconds; a test may replace it. */
  const clock = { now: () => Date.now() }
  const customers = new Map<string, { id: string; email: string; deleted: boolean }>()
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, Subscription>()
  const invoices = new Map<string, Invoice>()
  /** Answers by the idempotency keys of requests. */
  const answered = new Map<string, unknown>()
  const seconds = () => Math.floor(clock.now() / 1000)
  const newId = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`
  /** `slow`: requests get no answer. `beforeAnswer`: called between a request and its answer. */
  const health = {
    is: 'up' as 'up' | 'down' | 'slow' | 'nonsense',
    beforeAnswer: async (_call: string) => {},
  }

  const server = createServer((request, response) => {
    void answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
    const body = new URLSearchParams(await readBody(request))
    if (health.is === 'slow') return
    const send = (status: number, object: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(health.is === 'nonsense' ? '<html>' : JSON.stringify(object))
    }
    if (health.is === 'down') return send(500, { error: { type: 'api_error', message: 'Down' } })
    if (request.headers.authorization !== `Bearer ${key}`) return send(401, { error: {} })
    const { 'idempotency-key': repeatedAs } = request.headers
    const known = typeof repeatedAs === 'string' ? answered.get(repeatedAs) : undefined
    const object =
      known ??
      route(`${request.method} ${pathname}`, pathname.split('/')[3] ?? '', body, searchParams)
    if (typeof repeatedAs === 'string') answered.set(repeatedAs, object)
    if (object === undefined) {
      const message = `No such object: ${pathname}`
      return send(404, {
        error: { type: 'invalid_request_error', code: 'resource_missing', message },
      })
    }
    await health.beforeAnswer(`${request.method} ${pathname}`)
    send(200, object)
  }

  function route(call: string, id: string, body: URLSearchParams, query: URLSearchParams): unknown {
    const sessionId = call.split('/')[4] ?? ''
    switch (call.replace(/\/(cus|cs|sub|in|ch)_\w+/, '/:id')) {
      case 'POST /v1/customers': {
        const customer = { id: newId('cus'), email: body.get('email') ?? '', deleted: false }
        customers.set(customer.id, customer)
        return customer
      }
      case 'GET /v1/customers/:id':
        return customers.get(id)
      case 'DELETE /v1/customers/:id':
        return deleteCustomer(id)
      case 'POST /v1/checkout/sessions': {
        const session = {
          id: newId('cs'),
          customer: body.get('customer') ?? '',
          status: 'open',
          invoice: null,
          interval: body.get('line_items[0][price_data][recurring][interval]') ?? '',
          amount: Number(body.get('line_items[0][price_data][unit_amount]')),
          metadata: metadataIn(body, 'subscription_data[metadata]'),
          locale: body.get('locale') ?? '',
        }
        sessions.set(session.id, session)
        return toSession(session)
      }
      case 'GET /v1/checkout/sessions': {
        const open = [...sessions.values()].filter(
          (session) => session.customer === query.get('customer') && session.status === 'open',
        )
        return { object: 'list', data: open.map(toSession), has_more: false }
      }
      case 'GET /v1/checkout/sessions/:id': {
        const session = sessions.get(sessionId)
        return session && toSession(session)
      }
      case 'POST /v1/checkout/sessions/:id/expire': {
        const session = sessions.get(sessionId)
        if (session?.status !== 'open') return undefined
        session.status = 'expired'
        return toSession(session)
      }
      case 'GET /v1/subscriptions/:id': {
        const subscription = subscriptions.get(id)
        return subscription && toSubscription(subscription)
      }
      case 'DELETE /v1/subscriptions/:id': {
        const subscription = subscriptions.get(id)
        if (subscription?.status === 'canceled') return undefined
        return subscription && toSubscription(cancel(subscription))
      }
      case 'GET /v1/invoices/:id': {
        const invoice = invoices.get(id)
        return invoice && toInvoice(invoice)
      }
      case 'GET /v1/invoice_payments': {
        const intent = query.get('payment[payment_intent]')
        const paid = [...invoices.values()].filter((invoice) => invoice.intent === intent)
        return { object: 'list', data: paid.map(({ id }) => ({ invoice: id })), has_more: false }
      }
      default:
        throw new Error(`The double does not know ${call}.`)
    }
  }

  function deleteCustomer(id: string) {
    const customer = customers.get(id)
    if (customer === undefined || customer.deleted) return undefined
    customer.deleted = true
    for (const subscription of subscriptions.values()) {
      if (subscription.customer === id) cancel(subscription)
    }
    return { id, deleted: true }
  }

  function cancel(subscription: Subscription): Subscription {
    subscription.status = 'canceled'
    subscription.ended_at ??= seconds()
    return subscription
  }

  function toSession(session: Session) {
    const isPaid = session.status === 'complete'
    return {
      object: 'checkout.session',
      id: session.id,
      mode: 'subscription',
      status: session.status,
      payment_status: isPaid ? 'paid' : 'unpaid',
      invoice: session.invoice,
      metadata: session.metadata,
      url: `http://127.0.0.1/pay/${session.id}`,
    }
  }

  function toSubscription({ id, customer, status, created, ended_at, metadata }: Subscription) {
    return { object: 'subscription', id, customer, status, created, ended_at, metadata }
  }

  function toInvoice({ id, subscription, start, end }: Invoice) {
    const metadata = subscriptions.get(subscription)?.metadata
    const line = { parent: { type: 'subscription_item_details' }, period: { start, end } }
    return {
      object: 'invoice',
      id,
      parent: { type: 'subscription_details', subscription_details: { subscription, metadata } },
      lines: { object: 'list', data: [line], has_more: false },
    }
  }

  function addInvoice(subscription: Subscription, count: number): Invoice {
    const length = subscription.interval === 'year' ? 365 * 24 * 60 * 60 : monthSeconds
    const start = subscription.created + count * length
    const invoice = { id: newId('in'), subscription: subscription.id, start, end: start + length }
    const paid = { ...invoice, intent: newId('pi') }
    invoices.set(paid.id, paid)
    return paid
  }

  function getSubscription(id: string): Subscription {
    const subscription = subscriptions.get(id)
    if (subscription === undefined) throw new Error(`There is no subscription ${id}.`)
    return subscription
  }

  function toEvent(
    type: string,
    object: object,
    apiVersion: string = Stripe.API_VERSION,
  ): SignedEvent {
    const id = newId('evt')
    const payload = JSON.stringify({
      object: 'event',
      id,
      type,
      api_version: apiVersion,
      created: seconds(),
      data: { object },
    })
    return { id, payload, signature: sign(payload) }
  }

  function sign(payload: string, timestamp = seconds(), secret = webhookSecret): string {
    return new Stripe(key).webhooks.generateTestHeaderString({ payload, secret, timestamp })
  }

  const { port } = server.address() as AddressInfo
  return {
    /** The server's environment, as in `.env.example`. */
    environment: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    clock,
    health,
    customers,
    sessions,
    subscriptions,
    sign,
    toEvent,

    /** The buyer pays on the page of a link. Returns the subscription and its events. */
    pay(link: string) {
      const session = sessions.get(link.slice(link.lastIndexOf('/') + 1))
      if (session?.status !== 'open') throw new Error('The checkout is not open.')
      const subscription: Subscription = {
        id: newId('sub'),
        customer: session.customer,
        status: 'active',
        created: seconds(),
        ended_at: null,
        metadata: session.metadata,
        interval: session.interval,
      }
      subscriptions.set(subscription.id, subscription)
      const invoice = addInvoice(subscription, 0)
      session.status = 'complete'
      session.invoice = invoice.id
      return {
        subscriptionId: subscription.id,
        completed: toEvent('checkout.session.completed', toSession(session)),
        paid: toEvent('invoice.paid', toInvoice(invoice)),
        intent: invoice.intent,
      }
    },
    /** Pays the period with this index after the first. The event may have an older API version. */
    renew(subscriptionId: string, count = 1, apiVersion?: string): SignedEvent {
      const invoice = addInvoice(getSubscription(subscriptionId), count)
      // An older format, which we could not read.
      const object = apiVersion ? { id: invoice.id, object: 'invoice' } : toInvoice(invoice)
      return toEvent('invoice.paid', object, apiVersion)
    },
    failRenewal(subscriptionId: string, count = 1): SignedEvent {
      const subscription = getSubscription(subscriptionId)
      subscription.status = 'past_due'
      return toEvent('invoice.payment_failed', toInvoice(addInvoice(subscription, count)))
    },
    /** Stripe or its operator ends a subscription. */
    end(subscriptionId: string) {
      const object = toSubscription(cancel(getSubscription(subscriptionId)))
      return {
        updated: toEvent('customer.subscription.updated', object),
        deleted: toEvent('customer.subscription.deleted', object),
      }
    },
    refund(intent: string, { isWhole = true } = {}): SignedEvent {
      return toEvent('charge.refunded', {
        id: newId('ch'),
        refunded: isWhole,
        payment_intent: intent,
      })
    },
    /** A chargeback by the buyer's bank. */
    dispute(intent: string): SignedEvent {
      const dispute = { id: newId('dp'), object: 'dispute', payment_intent: intent }
      return toEvent('charge.dispute.funds_withdrawn', dispute)
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  return body
}

/** `subscription_data[metadata][user]=…` and so on. */
function metadataIn(body: URLSearchParams, name: string): Fields {
  const metadata: Fields = {}
  for (const [key, value] of body) {
    if (key.startsWith(`${name}[`)) metadata[key.slice(name.length + 1, -1)] = value
  }
  return metadata
}
