import type { Mutation } from '#scripts/mutants/mutation.ts'

const accounts = 'server/accounts'

export const registrationMutations: readonly Mutation[] = [
  {
    what: 'a password may be the address',
    file: `${accounts}/password/check-password.ts`,
    from: `...email.split('@'), `,
    to: ``,
    test: `${accounts}/password/check-password.test.ts`,
    named: 'an address of short words',
  },
  {
    what: 'a domain that ends like an admitted one may register',
    file: `${accounts}/password/check-registration.ts`,
    from: `!registration.domains.includes(domain)`,
    to: `!registration.domains.some((one) => domain.endsWith(one))`,
    test: `${accounts}/session/prove-session.test.ts`,
    named: 'refuses every other address',
  },
  {
    what: 'an unverified address of the domain may sign in',
    file: `${accounts}/password/sign-in.ts`,
    from: `typeof services.config.registration !== 'object' || verifiedAt !== null`,
    to: `verifiedAt !== 0`,
    test: `${accounts}/session/prove-session.test.ts`,
    named: 'admits users with a verified',
  },
  {
    what: 'an unverified address of the domain signs in by a passkey',
    file: `${accounts}/factors/finish-login.ts`,
    from: `  await refuseUnverified(services, owner, email_verified_at)\n`,
    to: ``,
    test: `${accounts}/factors/check-passkey.test.ts`,
    named: 'of an address that is not verified',
  },
  {
    what: 'an account moves to an address that may not register',
    file: `${accounts}/email/start-email-change.ts`,
    from: `if (config.registration !== 'closed') checkRegistration(config.registration, email)`,
    to: ``,
    test: `${accounts}/session/prove-session.test.ts`,
    named: `moves no account to another domain`,
  },
]
