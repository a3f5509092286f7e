import type { Mutation } from '#scripts/mutants/mutation.ts'

export const paymentsMutations: readonly Mutation[] = [
  {
    what: 'two concurrent payments fail with an error',
    file: 'server/payment/apply-payment-event.ts',
    from: `    await lockLibrary(transaction, owner)\n`,
    to: ``,
    test: 'server/payment/stripe/stripe.routes.test.ts',
    named: 'two concurrent payments',
  },
  {
    what: 'two sandbox checkouts are open at the same time',
    file: 'server/payment/sandbox/build-sandbox.ts',
    from: `        await lockUser(transaction, owner)\n`,
    to: ``,
    test: 'server/payment/payment.operations.test.ts',
    named: 'start concurrently',
  },
  {
    what: 'an old signature of Stripe is accepted',
    file: 'server/payment/stripe/stripe.routes.ts',
    from: `past: 300`,
    to: `past: 3_000`,
    test: 'server/payment/stripe/stripe.routes.test.ts',
    named: 'is believed only',
  },
  {
    what: 'a signature of Stripe from the future is accepted',
    file: 'server/payment/stripe/stripe.routes.ts',
    from: `now / 1000 + tolerance.future`,
    to: `Infinity`,
    test: 'server/payment/stripe/stripe.routes.test.ts',
    named: 'is believed only',
  },
  {
    what: "Stripe's webhook accepts unsigned requests",
    file: 'server/payment/stripe/stripe.routes.ts',
    from: `const event = client.webhooks.constructEvent(`,
    to: `const event = ((bytes: Buffer, ..._: unknown[]) => JSON.parse(String(bytes)) as Stripe.Event)(`,
    test: 'server/payment/stripe/stripe.routes.test.ts',
    named: 'is believed only',
  },
  {
    what: 'credits are spent twice concurrently',
    file: 'server/plans/spend-credits.ts',
    from: `  await lockLibrary(transaction, owner)\n`,
    to: ``,
    test: 'server/plans/spend-credits.test.ts',
    named: `.`,
  },
]
