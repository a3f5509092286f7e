import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/schema/tables.ts'
import * as schema from '#server/db/migrations/0001-schema.ts'
import * as changes from '#server/db/migrations/0002-changes.ts'
import * as restored from '#server/db/migrations/0003-restored.ts'

/**
 * A change of the schema. It runs once, in a transaction. A long rewrite of rows belongs in a background job, with code
 * that supports both forms until it has finished.
 */
export type Migration = {
  up: (db: Kysely<unknown>) => Promise<void>
  /** Whether `up` calls `rebuildTable`: on SQLite, foreign keys are then checked only at the end. */
  rebuilds?: boolean
  /**
   * The non-empty tables that `up` alters or drops. On PostgreSQL they are locked before `up` runs, so that it cannot
   * deadlock with a request.
   */
  alters?: readonly (keyof Tables)[]
}

/** Every migration by its name, in order. A released one never changes. */
export const migrations: Record<string, Migration> = {
  '0001-schema': schema,
  '0002-changes': changes,
  '0003-restored': restored,
}
