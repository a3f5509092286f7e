import { limits } from '#contract/core/limits.ts'
import type { Config } from '#server/config/config.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { findReach } from '#server/runs/models/addresses.rules.ts'
import type { Secrets } from '#server/core/seal-secrets.ts'
import {
  findConnection,
  type ConnectionRow,
} from '#server/runs/models/connections/connections.queries.ts'
import type { ModelTarget, Reach, ServerTarget } from '#server/core/runner.ts'
import { fromJson } from '#server/db/json-column.ts'

/** A model that a prompt can be run with. */
export type RunnableModel = {
  target: ModelTarget
  name: string
  /** Credits per million tokens; null for a user's own model, which costs no credits. */
  price: { creditsPerMillionInput: number; creditsPerMillionOutput: number } | null
  /** The maximum tokens of an answer. */
  maxOutput: number
}

/**
 * Finds a model of the operator or of a connection, with its address and key.
 *
 * @throws ApiError `model_unknown`; for a connection also `not_found`, `connections_off`, `key_needed` if its key can
 * no longer be unsealed, `address_refused`
 */
export async function findModel(
  services: Services,
  owner: OwnerNo,
  { modelId, connectionId }: { modelId: string; connectionId?: string | null | undefined },
): Promise<RunnableModel> {
  if (connectionId) {
    const row = await findConnection(services.db.main, owner, connectionId)
    if (row === undefined) throw new ApiError('not_found')
    if (!fromJson(row.models).includes(modelId)) throw new ApiError('model_unknown')
    const target = { ...(await toServerTarget(services, row)), model: modelId }
    return { target, name: modelId, price: null, maxOutput: limits.outputOfOwnModel }
  }
  const model = services.models.find(({ id }) => id === modelId)
  if (model === undefined) throw new ApiError('model_unknown')
  const { name, dialect, baseUrl, key, maxOutput } = model
  const { creditsPerMillionInput, creditsPerMillionOutput } = model
  return {
    target: { dialect, baseUrl, key, model: model.model, reach: 'anywhere' },
    name,
    price: { creditsPerMillionInput, creditsPerMillionOutput },
    maxOutput,
  }
}

/**
 * The server of a connection, with its key.
 *
 * @throws ApiError `connections_off`, `key_needed`, `address_refused`
 */
export async function toServerTarget(
  services: Services,
  row: ConnectionRow,
): Promise<ServerTarget> {
  const { dialect, base_url: baseUrl, sealed_key: sealed } = row
  const { secrets, reach } = checkAddress(services, baseUrl)
  if (sealed === null) return { dialect, baseUrl, reach, key: '' }
  const key = await secrets.open(sealed, toAdditionalData(row))
  if (key === undefined) throw new ApiError('key_needed')
  return { dialect, baseUrl, reach, key }
}

/** Whether users can have their own connections: keys can be sealed. */
export function allowsConnections({ connectionHosts }: Pick<Config, 'connectionHosts'>): boolean {
  return connectionHosts === undefined || connectionHosts.length > 0
}

/** @throws ApiError `connections_off`, `address_refused` */
export function checkAddress(
  { config, secrets }: Services,
  baseUrl: string,
): { secrets: Secrets; reach: Reach } {
  if (secrets === undefined || !allowsConnections(config)) throw new ApiError('connections_off')
  const reach = findReach(baseUrl, config)
  const { connectionHosts, modelHosts } = config
  const { hostname, origin } = new URL(baseUrl)
  const isListed = connectionHosts?.includes(hostname) ?? true
  if (reach === undefined || !(isListed || modelHosts.includes(origin)))
    throw new ApiError('address_refused')
  return { secrets, reach }
}

/**
 * The additional authenticated data of a connection's key, so that it cannot be unsealed in another row or for another
 * address.
 */
export function toAdditionalData({
  owner_no,
  id,
  dialect,
  base_url,
}: Pick<ConnectionRow, 'owner_no' | 'id' | 'dialect' | 'base_url'>) {
  return [owner_no, id, dialect, base_url] as const
}
