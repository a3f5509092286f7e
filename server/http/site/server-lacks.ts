import { arePasskeysOff } from '#server/accounts/factors/factors.rules.ts'
import type { Config } from '#server/config/config.ts'

/** The features that the client hides, by their names in `web/api/server-has.ts`. */
export function lacksOf(config: Config): Record<string, 'off'> {
  const { hasPlans, monthlyCredits, googleClientId } = config
  return {
    ...(!hasPlans && { plans: 'off' }),
    ...(!hasPlans && monthlyCredits === undefined && { credits: 'off' }),
    // With plans, the button stays, and shows that there is no Google login.
    ...(!hasPlans && googleClientId === undefined && { google: 'off' }),
    ...(arePasskeysOff(config) && { passkeys: 'off' }),
  }
}

/** Marks these features in a built page, so that they are known before the first paint. */
export function markLacks(page: string, config: Config): string {
  const marks = Object.entries(lacksOf(config)).map(([name, value]) => ` data-${name}="${value}"`)
  return page.replace('<body>', `<body${marks.join('')}>`)
}
