import type { FastifyInstance } from 'fastify'
import type { Stripe } from 'stripe'
import type { Services } from '#server/core/services.ts'
import { ApiError } from '#server/core/api-error.ts'
import { success } from '#server/core/success.ts'
import { applyPaymentEvent } from '#server/billing/payment/apply-payment-event.ts'
import type { PaymentProvider } from '#server/core/payment-provider.ts'
import { readStripeEvent } from '#server/billing/payment/stripe/read-stripe-event.ts'

type StripeProvider = Extract<PaymentProvider, { name: 'stripe' }>

/** The longest event. Those that are read have a few kilobytes. */
const bodyLimit = 256 * 1024
/** How far the time of a signature may differ from the server's, in seconds. */
const tolerance = { past: 300, future: 60 }

/**
 * Stripe's webhook. Answers 2xx once an event is applied or can be ignored, and anything else only if Stripe
 * should send the event again.
 */
export async function stripeRoutes(
  api: FastifyInstance,
  services: Services,
  provider: StripeProvider,
): Promise<void> {
  await api.register(async (webhook) => {
    // The signature covers the raw bytes.
    webhook.removeAllContentTypeParsers()
    webhook.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    webhook.post<{ Body: Buffer | undefined }>(
      '/payment/stripe',
      { bodyLimit },
      async ({ body, headers }) => {
        const event = verify(body, headers['stripe-signature'])
        const meant = await read(event)
        if (meant) await applyPaymentEvent(services, meant)
        services.wakePaymentWork()
        return success
      },
    )
  })

  function verify(body: Buffer | undefined, signature: string | string[] | undefined) {
    const now = services.now()
    try {
      if (body === undefined || typeof signature !== 'string')
        throw new Error('The request is not signed.')
      const { client, webhookSecret } = provider
      const event = client.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        tolerance.past,
        undefined,
        now,
      )
      // Stripe's library does not check this direction.
      if (toTimestamp(signature) > now / 1000 + tolerance.future)
        throw new Error('The signature is from the future.')
      return event
    } catch (error) {
      services.log.warn(
        { reason: String(error) },
        'Rejected a webhook request that is not from Stripe',
      )
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
        'Stripe could not be queried about an event',
      )
      throw new ApiError('payment_unavailable')
    }
  }
}

/** The time of a verified signature, in seconds since 1970. */
function toTimestamp(signature: string): number {
  return Math.max(...[...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, time]) => Number(time)))
}
