import type { Factors, ProofKind } from '#contract/accounts/factors.ts'
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
  hasSecrets: boolean
}

export function toFactors(
  config: Pick<Config, 'baseUrl'>,
  { user, passkeys, totp, codesLeft, hasSecrets }: Held,
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
      counts: one.counts === 1,
    })),
    app: totp ? { createdAt: toMoment(totp.created_at), counts: totp.counts === 1 } : null,
    codesLeft,
    needsCodes: passkeys.some(({ counts }) => counts === 0) || totp?.counts === 0,
    hasPassword: user.password_hash !== null,
    passkeysOff: isOff ? 'ip' : null,
    appOff: hasSecrets ? null : 'no_key',
    offersPasskey: !isOff && passkeys.length === 0 && user.passkey_declined_at === null,
    resetAt: user.factors_reset_at === null ? null : toMoment(user.factors_reset_at),
    rpId: rpIdOf(config),
    userHandle: toUserHandle(user.id),
  }
}

/** What an account can prove itself by. With a factor, a password alone is no proof. */
export function toProofs(
  config: Pick<Config, 'baseUrl'>,
  factors: CountedFactors,
  hasPassword: boolean,
): ProofKind[] {
  if (!hasFactor(factors)) return hasPassword ? ['password'] : []
  return [
    ...(factors.passkeys > 0 && !arePasskeysOff(config) ? (['passkey'] as const) : []),
    ...(factors.apps > 0 ? (['code'] as const) : []),
    ...(factors.codes > 0 ? (['recovery'] as const) : []),
  ]
}

function toMoment(time: number): string {
  return new Date(time).toISOString()
}
