import { factorKinds, factorTables } from '#server/accounts/factors/factor-kinds.rules.ts'
import { countFactors } from '#server/accounts/factors/factors.queries.ts'
import { listApps } from '#server/accounts/apps/apps.queries.ts'
import { findPendingEmail } from '#server/accounts/email/mailed-tokens.queries.ts'
import { listSessions } from '#server/accounts/session/sessions.queries.ts'
import { listTokens } from '#server/accounts/tokens/tokens.queries.ts'
import { findLastUses, findSizes, getAccount } from '#server/operate/admin/accounts.queries.ts'
import type { Report } from '#server/operate/admin/define-command.ts'
import { toIso, toList, toMegabytes, toMinute, toPlain } from '#server/operate/admin/format-text.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { getBalance } from '#server/billing/plans/terms/get-balance.ts'
import { findLastSubscription } from '#server/billing/plans/subscriptions.queries.ts'
import { isActive } from '#server/billing/plans/subscriptions.rules.ts'

/** The details of an account that an operator may see. Nothing that its user has written. */
export async function describeAccount(
  { config, db: { main }, now }: Services,
  owner: OwnerNo,
): Promise<Report> {
  const account = await getAccount(main, owner)
  const plan = config.hasPlans ? await findLastSubscription(main, owner) : undefined
  const { credits } = await getBalance(main, owner, { config, now })
  const hasCredits = config.hasPlans || config.monthlyCredits !== undefined
  const size = (await findSizes(main, [owner])).get(owner) ?? { prompts: 0, folders: 0, bytes: 0 }
  const seenAt = (await findLastUses(main, [owner])).get(owner) ?? null
  const pendingEmail = (await findPendingEmail(main, owner, now())) ?? null
  const sessions = (await listSessions(main, owner, now())).length
  const tokens = (await listTokens(main, owner)).length
  const apps = (await listApps(main, owner, now())).length
  const factors = await countFactors(main, owner)
  const logsInBy = [
    account.has_password === 1 ? 'password' : '',
    account.has_google === 1 ? 'Google' : '',
    factors.passkeys > 0 ? 'passkey' : '',
  ].filter(Boolean)
  const secondFactors = [
    ...factorTables.map((table) =>
      factors[table] > 0 ? factorKinds[table].describe(factors[table]) : '',
    ),
    factors.codes > 0 ? `${factors.codes} recovery codes` : '',
  ].filter(Boolean)
  const planState = plan && (isActive(plan, now()) ? 'active' : 'ended')
  return {
    json: {
      id: account.id,
      email: account.email,
      pendingEmail,
      createdAt: toIso(account.created_at),
      lastSeenAt: toIso(seenAt),
      verifiedAt: toIso(account.email_verified_at),
      blockedAt: toIso(account.blocked_at),
      language: account.language,
      logsInBy,
      passkeys: factors.passkeys,
      hasAuthenticatorApp: factors.totp_secrets > 0,
      recoveryCodes: factors.codes,
      factorsResetAt: toIso(account.factors_reset_at),
      plan: plan && {
        id: plan.plan_id,
        isActive: planState === 'active',
        isBought: plan.provider !== null,
        until: toIso(plan.expires_at),
      },
      ...(hasCredits && { credits }),
      ...size,
      sessions,
      tokens,
      apps,
    },
    text: toList([
      ['address', toPlain(account.email)],
      ...(pendingEmail === null ? [] : [['changes to', toPlain(pendingEmail)] as const]),
      ['id', account.id],
      ['created', toMinute(account.created_at)],
      ['seen', toMinute(seenAt)],
      ['verified', toMinute(account.email_verified_at)],
      ['blocked', toMinute(account.blocked_at)],
      ['language', account.language],
      ['logs in by', logsInBy.join(', ') || 'nothing yet'],
      ['second factor', secondFactors.join(', ') || '-'],
      ...(account.factors_reset_at === null
        ? []
        : [['factors removed', toMinute(account.factors_reset_at)] as const]),
      ...(config.hasPlans
        ? [
            [
              'plan',
              plan ? `${plan.plan_id}, ${planState}, until ${toMinute(plan.expires_at)}` : '-',
            ] as const,
          ]
        : []),
      ...(hasCredits ? [['credits', credits] as const] : []),
      ['prompts', size.prompts],
      ['folders', size.folders],
      ['storage', toMegabytes(size.bytes)],
      ['sessions', sessions],
      ['tokens', tokens],
      ['apps', apps],
    ]),
  }
}
