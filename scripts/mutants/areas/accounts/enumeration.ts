import type { Mutation } from '#scripts/mutants/mutation.ts'

const accounts = 'server/accounts'

export const enumerationMutations: readonly Mutation[] = [
  {
    what: 'signing in with an unknown address skips hashing',
    file: `${accounts}/password/sign-in.ts`,
    from: `  const isRight = await isPassword`,
    to: `  if (user === undefined) throw new ApiError('password_wrong')\n  const isRight = await isPassword`,
    test: `${accounts}/password/sign-in.test.ts`,
    named: 'takes as much CPU time',
  },
  {
    what: 'signing in to an account without a password skips hashing',
    file: `${accounts}/password/sign-in.ts`,
    from: `  const isRight = await isPassword`,
    to: `  if (user?.password_hash === null) throw new ApiError('password_wrong')\n  const isRight = await isPassword`,
    test: `${accounts}/password/sign-in.test.ts`,
    named: 'takes as much CPU time',
  },
  {
    what: 'the reset mail is queued before the answer',
    file: `${accounts}/password/recovery.operations.ts`,
    from: `services.afterAnswer(() => sendResetLink(services, email, language))`,
    to: `await sendResetLink(services, email, language)`,
    test: `${accounts}/password/recovery.operations.test.ts`,
    named: 'without looking for the account',
  },
]
