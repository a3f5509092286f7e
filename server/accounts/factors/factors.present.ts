import type { Factors, ProofKind } from '#contract/accounts/factors.ts'
import { factorKinds, factorTables } from '#server/accounts/factors/factor-kinds.rules.ts'
import {
  hasFactor,
  type CountedFactors,
  type PasskeyRow,
  type TotpRow,
} from '#server/accounts/factors/factors.queries.ts'
import { arePasskeysOff, rpIdOf, toUserHandle } from '#server/accounts/factors/factors.rules.ts'
import type { Config } from '#server/config/config.ts'

type Held = {
  user: {
    id: string
    password_hash: string | null
    passkey_declined_at: number | null
    factors_reset_at: number | null
  }
  passkeys: readonly PasskeyRow[]
  totp: TotpRow | undefined
  codesLeft: number
  needsCodes: boolean
  hasSecrets: boolean
}

export function toFactors(
  config: Pick<Config, 'baseUrl'>,
  { user, passkeys, totp, codesLeft, needsCodes, hasSecrets }: Held,
): Factors {
  const isOff = arePasskeysOff(config)
  return {
    passkeys: passkeys.map((one) => ({
      id: one.id,
      credentialId: one.credential_id,
      name: one.name,
      createdAt: toMoment(one.created_at),
      usedAt: one.used_at === null ? null : toMoment(one.used_at),
      isSynced: one.is_synced === 1,
      isActive: one.is_active === 1,
    })),
    app: totp ? { createdAt: toMoment(totp.created_at), isActive: totp.is_active === 1 } : null,
    codesLeft,
    needsCodes,
    hasPassword: user.password_hash !== null,
    passkeysOff: isOff ? 'ip' : null,
    appOff: hasSecrets ? null : 'no_key',
    offersPasskey: !isOff && passkeys.length === 0 && user.passkey_declined_at === null,
    resetAt: user.factors_reset_at === null ? null : toMoment(user.factors_reset_at),
    rpId: rpIdOf(config),
    userHandle: toUserHandle(user.id),
  }
}

/** How an account can re-authenticate. With a second factor, a password alone does not suffice. */
export function toProofs(
  config: Pick<Config, 'baseUrl'>,
  factors: CountedFactors,
  hasPassword: boolean,
): ProofKind[] {
  if (!hasFactor(factors)) return hasPassword ? ['password'] : []
  return [
    ...factorTables
      .filter((table) => factors[table] > 0 && factorKinds[table].isOff?.(config) !== true)
      .map((table) => factorKinds[table].proof),
    ...(factors.codes > 0 ? (['recovery'] as const) : []),
  ]
}

function toMoment(time: number): string {
  return new Date(time).toISOString()
}
