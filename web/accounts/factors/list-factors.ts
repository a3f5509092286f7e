import { factorCalls } from '#contract/accounts/factors.ts'
import { queryOf } from '#web/api/query-of.ts'
import type { Resource } from '#web/api/resources.ts'

/** What protects the account besides its password. */
export const factorsQuery = queryOf(factorCalls.listFactors, {}, ['factors'])

/** What adding and removing a factor changes: what proves the account, and that other sessions end. */
export const factorChanges: readonly Resource[] = ['factors', 'profile', 'sessions']
