import { profileCalls } from '#contract/accounts/profile.ts'
import { queryOf } from '#web/api/query-of.ts'

export const profileQuery = queryOf(profileCalls.getProfile, {}, ['profile', 'counts'])
