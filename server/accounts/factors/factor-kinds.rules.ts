import type { ActivityKind } from '#contract/accounts/activity.ts'
import type { ProofKind } from '#contract/accounts/factors.ts'
import { arePasskeysOff } from '#server/accounts/factors/factors.rules.ts'
import type { Config } from '#server/config/config.ts'
import type { SecurityEvent } from '#server/core/channel.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import type { FactorNotice } from '#server/mail/render-mail.ts'

/** The tables of factors, whose rows are active or pending. */
export type FactorTable = {
  [Table in keyof Tables]: 'is_active' extends keyof Tables[Table] ? Table : never
}[keyof Tables]

type ChangeName = ActivityKind & FactorNotice & SecurityEvent

export type FactorKind = {
  /** How its user proves it. */
  proof: Exclude<ProofKind, 'password' | 'recovery'>
  /** The names of its changes in the account's activity, in mails and in the security log. */
  added: ChangeName
  removed: ChangeName
  /** Whether this server cannot ask for it. */
  isOff?: (config: Pick<Config, 'baseUrl'>) => boolean
  /** Names a number of them for operators. */
  describe: (count: number) => string
}

/**
 * Every factor that a login may require in addition to the password. Logins, counts, deletions and re-authentication
 * derive from this list, so none of them can miss a factor.
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
