import type { Mutation } from '#scripts/mutants/mutation.ts'

const accounts = 'server/accounts'

export const proofMutations: readonly Mutation[] = [
  {
    what: 'a proof never expires',
    file: `${accounts}/session/check-proof.ts`,
    from: `provedAt + proofLifeMs <= now`,
    to: `provedAt + proofLifeMs <= 0`,
    test: `${accounts}/session/prove-session.test.ts`,
    named: 'a quarter of an hour',
  },
  {
    what: 'the address is changed without a proof',
    file: 'contract/accounts/email.ts',
    from: `    needsProof: true,\n`,
    to: ``,
    test: `${accounts}/session/prove-session.test.ts`,
    named: 'changing its address',
  },
  {
    what: 'the account is deleted without a proof',
    file: 'contract/accounts/profile.ts',
    from: `    needsProof: true,\n    forOperators: true,\n    summary: 'Deletes`,
    to: `    forOperators: true,\n    summary: 'Deletes`,
    test: `${accounts}/session/prove-session.test.ts`,
    named: 'deleting the account',
  },
  {
    what: 'proving one session proves all',
    file: `${accounts}/session/sessions.queries.ts`,
    from: `    .set({ proved_at: now })\n    .where('owner_no', '=', owner)\n    .where('token_hash', '=', tokenHash)`,
    to: `    .set({ proved_at: now })\n    .where('owner_no', '=', owner)`,
    test: `${accounts}/session/prove-session.test.ts`,
    named: 'other sessions by proving one',
  },
]
