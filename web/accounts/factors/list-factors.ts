import { factorCalls } from '#contract/accounts/factors.ts'
import { queryOf } from '#web/api/query-of.ts'
import type { Resource } from '#web/api/resources.ts'

/** The account's second factors. */
export const factorsQuery = queryOf(factorCalls.listFactors, {}, ['factors'])

/** Resources that adding and removing a factor changes: the login methods, and other sessions, which end. */
export const factorChanges: readonly Resource[] = ['factors', 'profile', 'sessions']
