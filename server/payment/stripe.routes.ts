import type { FastifyInstance } from 'fastify'
import type { Stripe } from 'stripe'
import type { Services } from '#server/core/services.ts'
import { ApiError } from '#server/core/api-error.ts'
import { success } from '#server/core/success.ts'
import { applyPaymentEvent } from '#server/payment/apply-payment-event.ts'
import type { PaymentProvider } from '#server/payment/provider.rules.ts'
import { readStripeEvent } from '#server/payment/read-stripe-event.ts'

type StripeProvider = Extract<PaymentProvider, { name: 'stripe' }>

/** How far from ours the time of a signature may be, in seconds. */
const tolerance = { past: 300, future: 60 }

/**
 * Stripe's webhook. It answers 2xx once an event has had its effect or can have none, and anything else
 * only when Stripe is to send the event again.
 */
export async function stripeRoutes(
  api: FastifyInstance,
  services: Services,
  provider: StripeProvider,
): Promise<void> {
  await api.register(async (webhook) => {
    // The signature is of these very bytes.
    webhook.removeAllContentTypeParsers()
    webhook.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    webhook.post<{ Body: Buffer | undefined }>('/payment/stripe', async ({ body, headers }) => {
      const event = verify(body, headers['stripe-signature'])
      const meant = await read(event)
      if (meant) await applyPaymentEvent(services, meant)
      services.wakePaymentWork()
      return success
    })
  })

  function verify(body: Buffer | undefined, signature: string | string[] | undefined) {
    const now = services.now()
    try {
      if (body === undefined || typeof signature !== 'string') throw new Error('Not signed.')
      const { client, webhookSecret } = provider
      const event = client.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        tolerance.past,
        undefined,
        now,
      )
      // Of these, Stripe's library takes any.
      if (toTimestamp(signature) > now / 1000 + tolerance.future) throw new Error('Not yet.')
      return event
    } catch (error) {
      services.log.warn({ reason: String(error) }, 'What came to the webhook is not from Stripe')
      throw new ApiError('invalid_request')
    }
  }

  async function read(event: Stripe.Event) {
    try {
      return await readStripeEvent(services, provider.client, event)
    } catch (error) {
      if (!(error instanceof provider.client.errors.StripeError)) throw error
      services.log.error(
        { err: error, eventId: event.id },
        'Stripe could not be asked about an event',
      )
      throw new ApiError('payment_unavailable')
    }
  }
}

/** The moment that a verified signature says it was made, in seconds since 1970. */
function toTimestamp(signature: string): number {
  return Math.max(...[...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, time]) => Number(time)))
}
