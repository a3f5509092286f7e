import type { modelCalls } from '#contract/runs/models.ts'
import type { Operations } from '#server/core/operation.ts'
import { toConnection } from '#server/runs/models/connections/connections.present.ts'
import { allowsConnections } from '#server/runs/models/find-target.ts'
import { listConnectionRows } from '#server/runs/models/connections/connections.queries.ts'

export const modelOperations: Operations<typeof modelCalls> = {
  async listModels({ config, db, models, secrets }, { owner, scopes }) {
    const mayConnect = scopes.has('models')
    const rows = await listConnectionRows(db.main, owner)
    return {
      models: models.map((model) => ({
        id: model.id,
        name: model.name,
        creditsPerMillionInput: model.creditsPerMillionInput,
        creditsPerMillionOutput: model.creditsPerMillionOutput,
        maxOutput: model.maxOutput,
      })),
      connections: rows
        .map(toConnection)
        .map((one) => (mayConnect ? one : { ...one, baseUrl: '', keyHint: null })),
      canConnect: mayConnect && secrets !== undefined && allowsConnections(config),
      hasBalance: config.hasPlans || config.monthlyCredits !== undefined,
    }
  },
}
