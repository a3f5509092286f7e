import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/schema/tables.ts'
import * as baseline from '#server/db/migrations/0001-baseline.ts'
import * as shortNames from '#server/db/migrations/0002-short-names.ts'
import * as tokens from '#server/db/migrations/0003-tokens.ts'
import * as activity from '#server/db/migrations/0004-activity.ts'
import * as oauth from '#server/db/migrations/0005-oauth.ts'
import * as blockedUsers from '#server/db/migrations/0006-blocked-users.ts'
import * as deletions from '#server/db/migrations/0007-deletions.ts'
import * as factors from '#server/db/migrations/0008-factors.ts'
import * as asvs from '#server/db/migrations/0009-asvs.ts'
import * as lastValues from '#server/db/migrations/0010-last-values.ts'
import * as partingMails from '#server/db/migrations/0011-parting-mails.ts'
import * as deletedRuns from '#server/db/migrations/0012-deleted-runs.ts'
import * as activeFactors from '#server/db/migrations/0013-active-factors.ts'

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
  '0001-baseline': baseline,
  '0002-short-names': shortNames,
  '0003-tokens': tokens,
  '0004-activity': activity,
  '0005-oauth': oauth,
  '0006-blocked-users': blockedUsers,
  '0007-deletions': deletions,
  '0008-factors': factors,
  '0009-asvs': asvs,
  '0010-last-values': lastValues,
  '0011-parting-mails': partingMails,
  '0012-deleted-runs': deletedRuns,
  '0013-active-factors': activeFactors,
}
