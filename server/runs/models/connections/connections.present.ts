import type { Connection } from '#contract/runs/connections.ts'
import type { ConnectionRow } from '#server/runs/models/connections/connections.queries.ts'
import { fromJson } from '#server/db/json-column.ts'

/** A connection without its key. */
export function toConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    name: row.name,
    dialect: row.dialect,
    baseUrl: row.base_url,
    keyHint: row.key_hint,
    models: fromJson(row.models),
  }
}
