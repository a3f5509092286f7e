import type { InputOf } from '#contract/core/call.ts'
import { limits } from '#contract/core/limits.ts'
import type { connectionCalls } from '#contract/runs/connections.ts'
import { recordActivity, type Source } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import { checkUnchanged } from '#server/core/check-unchanged.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { toNewId } from '#server/core/new-id.rules.ts'
import { toConnection } from '#server/runs/models/connections/connections.present.ts'
import {
  countConnections,
  findConnection,
  putConnection,
  type ConnectionRow,
} from '#server/runs/models/connections/connections.queries.ts'
import { checkAddress, toAdditionalData } from '#server/runs/models/find-target.ts'
import { toJson } from '#server/db/json-column.ts'

/** The minimum length of a key for a hint: the hint of a shorter one would reveal too much of it. */
const hintedKeyLength = 16

/**
 * Adds a connection and returns its id. `attempt` is an idempotency key: a retry returns the id of the first request.
 *
 * @throws ApiError `connections_off`, `connection_limit_reached`, `address_refused`
 */
export async function createConnection(
  services: Services,
  owner: OwnerNo,
  { attempt, ...input }: InputOf<typeof connectionCalls.createConnection>,
  source: Source,
): Promise<string> {
  const { key, ...open } = input
  // Not derived from the key: guesses of the key could be tested against the id.
  const id = toNewId(owner, { attempt, ...open })
  const { name, dialect, baseUrl, models } = open
  checkAddress(services, baseUrl)
  const time = services.now()
  const row = {
    owner_no: owner,
    id,
    name,
    dialect,
    base_url: baseUrl,
    models: toJson(models),
    created_at: time,
  }
  const added = { ...row, ...(await toKeyColumns(services, row, key)) }
  await services.db.main.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const isRepeated = attempt && (await findConnection(transaction, owner, id))
    if (!isRepeated && (await countConnections(transaction, owner)) >= limits.connections) {
      throw new ApiError('connection_limit_reached')
    }
    // A retry may have another key.
    await putConnection(transaction, added)
    if (isRepeated) return
    await recordActivity(transaction, owner, source, { kind: 'connection_added', at: time, name })
  })
  return id
}

/**
 * Changes a connection. Missing fields are unchanged.
 *
 * @throws ApiError `not_found`, `connections_off`, `address_refused`, and `key_needed` if the address or the dialect
 * changes, but no key is given; `changed_elsewhere` if it has changed since it was read
 */
export async function updateConnection(
  services: Services,
  owner: OwnerNo,
  { connectionId, former: read, ...change }: InputOf<typeof connectionCalls.updateConnection>,
  source: Source,
): Promise<void> {
  await services.db.main.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const former = await findConnection(transaction, owner, connectionId)
    if (former === undefined) throw new ApiError('not_found')
    const row: ConnectionRow = {
      ...former,
      name: change.name ?? former.name,
      dialect: change.dialect ?? former.dialect,
      base_url: change.baseUrl ?? former.base_url,
      models: change.models ? toJson(change.models) : former.models,
    }
    checkAddress(services, row.base_url)
    checkUnchanged(toState(former), read, toState(row))
    const changesTarget = row.base_url !== former.base_url || row.dialect !== former.dialect
    if (changesTarget && former.sealed_key !== null && change.key === undefined) {
      throw new ApiError('key_needed')
    }
    const replacesKey = change.key !== undefined
    await putConnection(
      transaction,
      replacesKey ? { ...row, ...(await toKeyColumns(services, row, change.key ?? '')) } : row,
    )
    const { name } = row
    const at = services.now()
    await recordActivity(transaction, owner, source, { kind: 'connection_changed', at, name })
  })
}

function toState(row: ConnectionRow) {
  const { name, dialect, baseUrl, models } = toConnection(row)
  return { name, dialect, baseUrl, models }
}

async function toKeyColumns(
  { secrets }: Services,
  row: Parameters<typeof toAdditionalData>[0],
  key: string,
): Promise<Pick<ConnectionRow, 'sealed_key' | 'key_hint'>> {
  if (secrets === undefined) throw new ApiError('connections_off')
  if (key === '') return { sealed_key: null, key_hint: null }
  return {
    sealed_key: await secrets.seal(key, toAdditionalData(row)),
    key_hint: key.length < hintedKeyLength ? '' : key.slice(-4),
  }
}
