import type { connectionCalls } from '#contract/runs/connections.ts'
import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import { getUser } from '#server/users/users.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { success } from '#server/core/success.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { toConnection } from '#server/runs/models/connections/connections.present.ts'
import {
  deleteConnection,
  findConnection,
  listConnectionRows,
} from '#server/runs/models/connections/connections.queries.ts'
import { checkAddress, toServerTarget } from '#server/runs/models/find-target.ts'
import { ModelError } from '#server/runs/models/model-error.ts'
import {
  createConnection,
  updateConnection,
} from '#server/runs/models/connections/save-connection.ts'
import type { ServerTarget } from '#server/core/runner.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

export const connectionOperations: Operations<typeof connectionCalls> = {
  async listConnections({ db }, { owner }) {
    return { connections: (await listConnectionRows(db.main, owner)).map(toConnection) }
  },

  async createConnection(services, actor, input, channel) {
    const source = sourceOf(channel, actor)
    return { ...success, id: await createConnection(services, actor.owner, input, source) }
  },

  async updateConnection(services, actor, input, channel) {
    await updateConnection(services, actor.owner, input, sourceOf(channel, actor))
    return success
  },

  async deleteConnection({ db, now }, actor, { connectionId }, channel) {
    const { owner } = actor
    await db.main.transaction().execute(async (transaction) => {
      const name = await deleteConnection(transaction, owner, connectionId)
      if (name === undefined) throw new ApiError('not_found')
      const removed = { kind: 'connection_removed', at: now(), name } as const
      await recordActivity(transaction, owner, sourceOf(channel, actor), removed)
    })
    return success
  },

  async testConnection(services, { owner }, { connectionId }) {
    const row = await findConnection(services.db.main, owner, connectionId)
    if (row === undefined) throw new ApiError('not_found')
    return { models: await fetchModelNames(services, owner, await toServerTarget(services, row)) }
  },

  async testAddress(services, { owner }, { dialect, baseUrl, key }) {
    const { reach } = checkAddress(services, baseUrl)
    return { models: await fetchModelNames(services, owner, { dialect, baseUrl, key, reach }) }
  },
}

async function fetchModelNames(
  services: Services,
  owner: OwnerNo,
  target: ServerTarget,
): Promise<string[]> {
  await spendAttemptOn(services, 'testModels', (await getUser(services.db.main, owner)).email_key)
  // Loaded on demand, because most servers never call a model.
  const { fetchModels } = await import('#server/runs/models/stream-answer.ts')
  try {
    return await fetchModels(target)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const { code, retryAfter } = error
    throw new ApiError(code, { ...(retryAfter !== undefined && { retryAfter }) })
  }
}
