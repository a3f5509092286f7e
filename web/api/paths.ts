import type { loginCheckCalls } from '#contract/accounts/login-check.ts'
import type { profileCalls } from '#contract/accounts/profile.ts'
import type { Call } from '#contract/core/call.ts'
import type { healthCalls } from '#contract/health.ts'
import type { planCalls } from '#contract/accounts/plans.ts'
import type { promptCalls } from '#contract/library/prompts.ts'
import { screenAddress, screens, sharePath } from '#contract/screens.ts'

/** The start screen after login. */
export const homePath = screens.library

/** Path of a folder in the library; null is the root. */
export function folderPath(folderId: string | null): string {
  return folderId === null ? screens.library : `${screens.library}?folderId=${folderId}`
}

/** Path of a static page. */
export function pagePath(type: string): string {
  return screenAddress(screens.page, { type })
}

/** Path at which a visitor registers for a plan. */
export function registerPath(planId: string): string {
  return `${screens.register}?${new URLSearchParams({ plan: planId })}`
}

/** Public address of a shared prompt. */
export function shareLink(promptId: string, shareKey: string | null): string {
  return location.origin + sharePath(promptId, shareKey)
}

type ApiPath<C extends Pick<Call, 'path'>> = `/api/${C['path']}`

/**
 * Paths of calls made without `send`, on pages that do not need the contract's parser. The compiler checks them
 * against the contract.
 */
export const apiPaths: {
  checkHealth: ApiPath<typeof healthCalls.checkHealth>
  checkLogin: ApiPath<typeof loginCheckCalls.checkLogin>
  getProfile: ApiPath<typeof profileCalls.getProfile>
  downloadAccount: ApiPath<typeof profileCalls.downloadAccount>
  listPlans: ApiPath<typeof planCalls.listPlans>
  getSharedPrompt: ApiPath<typeof promptCalls.getSharedPrompt>
} = {
  checkHealth: '/api/health',
  checkLogin: '/api/login-checker',
  getProfile: '/api/profile',
  downloadAccount: '/api/profile/data',
  listPlans: '/api/plans',
  getSharedPrompt: '/api/prompts/shared',
}
