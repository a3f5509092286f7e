import type { loginCheckCalls } from '#contract/accounts/login-check.ts'
import type { profileCalls } from '#contract/accounts/profile.ts'
import type { Call } from '#contract/core/call.ts'
import type { healthCalls } from '#contract/health.ts'
import type { planCalls } from '#contract/plans.ts'
import type { promptCalls } from '#contract/prompts.ts'
import { screenAddress, screens } from '#contract/screens.ts'

/** Where signed-in users start. */
export const homePath = screens.library

/** A folder in the library; null is the root. */
export function folderPath(folderId: string | null): string {
  return folderId === null ? screens.library : `${screens.library}?folderId=${folderId}`
}

/** A static page. */
export function pagePath(type: string): string {
  return screenAddress(screens.page, { type })
}

/** Where a visitor signs up for a plan. */
export function registerPath(planId: string): string {
  return `${screens.register}?${new URLSearchParams({ plan: planId })}`
}

/** The address at which anyone can see a shared prompt. */
export function shareLink(promptId: string): string {
  return location.origin + screenAddress(screens.sharedPrompt, { id: promptId })
}

type ApiPath<C extends Pick<Call, 'path'>> = `/api/${C['path']}`

/**
 * Calls made without `send`: the pages that need no more of the contract do without its parser. The compiler
 * holds the addresses to the contract's.
 */
export const apiPaths: {
  checkHealth: ApiPath<typeof healthCalls.checkHealth>
  checkLogin: ApiPath<typeof loginCheckCalls.checkLogin>
  downloadAccount: ApiPath<typeof profileCalls.downloadAccount>
  listPlans: ApiPath<typeof planCalls.listPlans>
  getSharedPrompt: ApiPath<typeof promptCalls.getSharedPrompt>
} = {
  checkHealth: '/api/health',
  checkLogin: '/api/login-checker',
  downloadAccount: '/api/profile/data',
  listPlans: '/api/plans',
  getSharedPrompt: '/api/prompts/shared',
}
