import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Id } from '#contract/core/schemas.ts'
import { screens } from '#contract/screens.ts'
import { checkAccess } from '#server/calls/call-operation.ts'
import type { Services } from '#server/core/services.ts'
import { refuseCrossSite } from '#server/http/guards/cross-site.ts'
import { identify } from '#server/http/identify.ts'
import { readersLanguage } from '#server/http/request-language.ts'
import { applyPaymentEvent } from '#server/billing/payment/apply-payment-event.ts'
import { renderSandboxPage, sandboxStyles } from '#server/http/payment/render-sandbox-page.ts'
import { findCheckout } from '#server/billing/payment/sandbox/sandbox-checkouts.queries.ts'
import type { CataloguePlan } from '#server/config/catalogue.rules.ts'
import { toNextEnd } from '#server/billing/plans/periods.rules.ts'
import { findSubscription } from '#server/billing/plans/subscriptions.queries.ts'
import {
  isPaid,
  type Purchase,
  type SubscriptionEvent,
} from '#server/billing/plans/subscriptions.rules.ts'

type CheckoutRequest = FastifyRequest<{
  Params: { id: string }
  Querystring: { declined?: string }
}>
type OpenCheckout = { plan: CataloguePlan; purchase: Purchase }

/**
 * The sandbox's payment page, for the owner who started the checkout. Redirects everyone else, and the owner
 * once it is paid.
 */
export function sandboxRoutes(site: FastifyInstance, services: Services): void {
  const { catalogue, config, db } = services
  // The page's forms are buttons without fields.
  site.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, _body, done) => done(null),
  )

  site.get('/sandbox/checkout.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(sandboxStyles),
  )

  site.get(
    '/sandbox/checkout/:id',
    atCheckout(async ({ plan, purchase }, request, reply) => {
      const isDeclined = request.query.declined !== undefined
      const page = renderSandboxPage(readersLanguage(request), {
        id: purchase.id,
        plan,
        isDeclined,
      })
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
    }),
  )

  site.post(
    '/sandbox/checkout/:id/pay',
    atCheckout(async ({ plan, purchase }, _request, reply) => {
      const from = purchase.started_at
      await deliverEvent(purchase, { kind: 'paid', from, until: toNextEnd(from, from, plan.type) })
      return reply.redirect(`${screens.profile}?checkout=paid`, 303)
    }),
  )

  site.post(
    '/sandbox/checkout/:id/decline',
    atCheckout(async ({ purchase }, _request, reply) => {
      await deliverEvent(purchase, { kind: 'payment_failed', from: purchase.started_at })
      return reply.redirect(`/sandbox/checkout/${purchase.id}?declined`, 303)
    }),
  )

  function atCheckout(
    answer: (
      checkout: OpenCheckout,
      request: CheckoutRequest,
      reply: FastifyReply,
    ) => Promise<FastifyReply>,
  ) {
    return async (request: CheckoutRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (request.method === 'POST') refuseCrossSite(request, config)
      const actor = await identify(request, reply, services)
      if (actor === undefined) return reply.redirect(screens.login, 303)
      checkAccess({ access: 'account' }, actor)
      const { data: asked } = z.safeParse(Id, request.params.id)
      const checkout = asked === undefined ? asked : await findCheckout(db.main, actor.owner, asked)
      const plan = checkout && catalogue.findPlan(checkout.plan_id)
      if (checkout === undefined || plan === undefined) return reply.redirect(screens.plans, 303)
      const { id, owner_no, plan_id, created_at: started_at } = checkout
      const known = await findSubscription(db.main, id)
      if (known && isPaid(known)) return reply.redirect(`${screens.profile}?checkout=paid`, 303)
      const purchase = { id, owner_no, plan_id, provider: 'sandbox', started_at } as const
      return answer({ plan, purchase }, request, reply)
    }
  }

  /** The equivalent of a provider's webhook. */
  async function deliverEvent(purchase: Purchase, event: SubscriptionEvent & { from: number }) {
    const id = `${purchase.id}:${event.kind}:${event.from}`
    await applyPaymentEvent(services, { id, purchase, event })
  }
}
