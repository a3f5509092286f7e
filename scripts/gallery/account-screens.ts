import type { Language } from '#languages/languages.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import * as s from './steps.ts'

const plus = {
  name: 'Plus',
  price: '4.00',
  expireAt: '2026-12-21T12:00:00.000Z',
  isActive: 1,
  hasPaymentFailed: false,
  isGiven: false,
}
const firstToken = {
  id: 'first',
  name: 'Backup script',
  scopes: ['library:read', 'library:write', 'runs'],
  folder: { id: 'work', name: 'Work' },
  hint: 'x4Lz',
  createdAt: s.momentIn(-40),
  expiresAt: s.momentIn(50),
  lastUsedOn: s.momentIn(-1).slice(0, 10),
  client: 'curl',
}
/** Tokens of every kind. */
const tokens = [
  firstToken,
  {
    ...firstToken,
    id: 'second',
    name: 'Reading on the train',
    scopes: ['library:read'],
    folder: null,
    expiresAt: null,
    lastUsedOn: null,
  },
  {
    ...firstToken,
    id: 'third',
    name: 'Release notes in the pipeline of the customer portal',
    folder: { id: 'gone', name: null },
    expiresAt: s.momentIn(-3),
    client: null,
  },
]
const token = `pshelf_pat_${'7Hq2vXn4Lz'.repeat(5).slice(1)}`

const openProfile = (query = ''): s.Step[] => [
  s.to(`/profile${query}`),
  s.see(s.text('@example.org')),
]

const openTokens = [s.answers('tokens/list', { tokens }), ...openProfile()]
const profileOf = (profile: object, query?: string) => [
  s.showsProfile(profile),
  ...openProfile(query),
]

/** The plans, and the account on each of them, in a language. */
export function accountScreensOf(language: Language): s.Screen[] {
  const { accounts, plans } = textsOf[language]
  return s.screensFor('reader', {
    plans: [s.to('/plans'), s.see(s.role('heading', { name: 'Plus' }))],
    'plans-yearly': [s.to('/plans'), s.check(s.nth(1, s.role('radio')))],
    'plans-leaving': [
      s.neverAnswers('payment/checkout'),
      s.to('/plans'),
      s.press(s.role('button', { name: plans.subscribe })),
    ],
    'plans-failed': [s.answers('plans', 500), s.to('/plans'), s.see(s.role('alert'))],
    sandbox: [
      s.to('/plans'),
      s.press(s.role('button', { name: plans.subscribe })),
      (page) => page.waitForURL('**/sandbox/**'),
    ],
    profile: openProfile(),
    'profile-proof': [
      ...profileOf({ needsProof: true }),
      s.press(accounts.profile.download),
      s.seeDialog(),
    ],
    'profile-delete-proof': [
      ...profileOf({ needsProof: true, proofs: [], isSocialMedia: true, isGoogleLinked: true }),
      s.press(accounts.profile.delete),
      s.seeDialog(),
    ],
    'profile-changing-email': profileOf({
      pendingEmail: 'countess@example.org',
      isGoogleLinked: true,
    }),
    'profile-tokens': [...openTokens, (page) => page.locator('#access').scrollIntoViewIfNeeded()],
    'create-token': [...openTokens, s.press(accounts.tokens.add), s.seeDialog(s.role('combobox'))],
    'token-created': [
      ...openTokens,
      s.answers('tokens/create', { status: 'success', id: 'new', token }),
      s.press(accounts.tokens.add),
      s.type(s.role('textbox', { name: accounts.tokens.name }), 'Backup'),
      s.press(accounts.tokens.create),
      s.see(s.role('button', { name: accounts.tokens.copy })),
      // Shows the warning that it has not been copied.
      s.keys('Escape'),
      s.seeDialog(s.role('alert')),
    ],
    'end-token': [
      ...openTokens,
      s.press(s.inside(s.css('#access li'), s.role('button'))),
      s.seeDialog(),
    ],
    'undo-email': [s.to('/undo-email/not-a-token'), s.see(s.role('heading'))],
    'profile-no-plan': profileOf({ subDetails: null }),
    'profile-paid': profileOf({ subDetails: plus }, '?checkout=paid'),
    'profile-payment-failed': profileOf({ subDetails: { ...plus, hasPaymentFailed: true } }),
    unsubscribe: [
      ...profileOf({ subDetails: plus }),
      s.press(plans.banner.unsubscribe),
      s.seeDialog(),
    ],
  })
}
