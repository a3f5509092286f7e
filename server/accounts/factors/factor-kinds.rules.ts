import type { ActivityKind } from '#contract/accounts/activity.ts'
import type { ProofKind } from '#contract/accounts/factors.ts'
import { arePasskeysOff } from '#server/accounts/factors/factors.rules.ts'
import type { Config } from '#server/config/config.ts'
import type { SecurityEvent } from '#server/core/channel.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import type { FactorNotice } from '#server/mail/render-mail.ts'

/** The tables of factors: those whose rows may be active, or wait for recovery codes. */
export type FactorTable = {
  [Table in keyof Tables]: 'is_active' extends keyof Tables[Table] ? Table : never
}[keyof Tables]

type ChangeName = ActivityKind & FactorNotice & SecurityEvent

export type FactorKind = {
  /** How its user proves it. */
  proof: Exclude<ProofKind, 'password' | 'recovery'>
  /** What the account's activity, its mails and the security log call a change. */
  added: ChangeName
  removed: ChangeName
  /** Whether this server cannot ask for it. */
  isOff?: (config: Pick<Config, 'baseUrl'>) => boolean
  /** Names a number of them for operators. */
  describe: (count: number) => string
}

/**
 * Every factor that a login may ask for besides the password. Logins, counts, deletions and proofs derive from it, so a factor that is
 * listed cannot be forgotten by one of them.
 */
export const factorKinds: Record<FactorTable, FactorKind> = {
  passkeys: {
    proof: 'passkey',
    added: 'passkey_added',
    removed: 'passkey_removed',
    isOff: arePasskeysOff,
    describe: (count) => `${count} passkeys`,
  },
  totp_secrets: {
    proof: 'code',
    added: 'totp_added',
    removed: 'totp_removed',
    describe: () => 'authenticator app',
  },
}

export const factorTables = Object.keys(factorKinds) as FactorTable[]
