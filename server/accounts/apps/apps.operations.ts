import type { appCalls } from '#contract/accounts/apps.ts'
import { mayChange } from '#contract/core/scopes.ts'
import { presentAccess } from '#server/accounts/access.present.ts'
import {
  allowRequest,
  describeRequest,
  enterUserCode,
  getRequest,
  refuseRequest,
} from '#server/accounts/apps/answer-request.ts'
import { toApp, toAppName } from '#server/accounts/apps/apps.present.ts'
import { deleteApp, listApps } from '#server/accounts/apps/apps.queries.ts'
import { checkProof } from '#server/accounts/session/check-proof.ts'
import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'

export const appOperations: Operations<typeof appCalls> = {
  async describeConnection(services, actor, { uid }, { tokens }) {
    const request = await getRequest(services, actor, uid, tokens.read('connect'))
    return describeRequest(services, actor, uid, request)
  },

  async findDeviceRequest(services, actor, { userCode }, { returnAttempt }) {
    const request = await enterUserCode(services, actor, userCode)
    await returnAttempt()
    return describeRequest(services, actor, request.id_hash, request)
  },

  async allowConnection(services, actor, { uid, ...allowed }, channel) {
    const request = await getRequest(services, actor, uid, channel.tokens.read('connect'))
    if (mayChange(allowed.scopes)) checkProof(actor, services.now())
    const location = await allowRequest(services, actor, request, allowed, sourceOf(channel))
    channel.logSecurity('app_connected')
    return { ...success, location }
  },

  async refuseConnection(services, actor, { uid }, { tokens }) {
    const request = await getRequest(services, actor, uid, tokens.read('connect'))
    return { ...success, location: await refuseRequest(services, request) }
  },

  async listApps({ db, now }, { owner }) {
    const rows = await listApps(db.main, owner, now())
    return { apps: await presentAccess(db.main, owner, rows, toApp) }
  },

  async endApp({ db, now }, actor, { appId }, channel) {
    const { owner } = actor
    await db.main.transaction().execute(async (transaction) => {
      const app = await deleteApp(transaction, owner, appId)
      if (app === undefined) throw new ApiError('not_found')
      const done = { kind: 'app_ended', name: toAppName(app), at: now() } as const
      await recordActivity(transaction, owner, sourceOf(channel, actor), done)
    })
    channel.logSecurity('app_ended')
    return success
  },
}
