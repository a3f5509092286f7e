import type { StartedImport } from '#contract/transfer/import.ts'
import type { ImportRow } from '#server/library/transfer/imports.queries.ts'

export function toStartedImport({
  attempt,
  name,
  total,
  done,
  started_at,
}: ImportRow): StartedImport {
  return { attempt, name, total, done, startedAt: new Date(started_at).toISOString() }
}
