import { planCalls } from '#contract/accounts/plans.ts'
import { queryOf } from '#web/api/query-of.ts'

export const planListQuery = queryOf(planCalls.listPlans, {}, ['plans'])
