import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import * as library from '#server/db/migrations/0001-library.ts'
import * as accounts from '#server/db/migrations/0002-accounts.ts'
import * as payments from '#server/db/migrations/0003-payments.ts'
import * as search from '#server/db/migrations/0004-search.ts'
import * as trigramMerging from '#server/db/migrations/0005-trigram-merging.ts'
import * as accountProofs from '#server/db/migrations/0006-account-proofs.ts'
import * as bounds from '#server/db/migrations/0007-bounds.ts'
import * as previews from '#server/db/migrations/0008-previews.ts'
import * as variables from '#server/db/migrations/0009-variables.ts'
import * as shelf from '#server/db/migrations/0010-shelf.ts'
import * as folding from '#server/db/migrations/0011-folding.ts'
import * as tellingPreviews from '#server/db/migrations/0012-telling-previews.ts'
import * as imports from '#server/db/migrations/0013-imports.ts'
import * as runs from '#server/db/migrations/0014-runs.ts'
import * as connections from '#server/db/migrations/0015-connections.ts'
import * as lettersForMarks from '#server/db/migrations/0016-letters-for-marks.ts'
import * as storage from '#server/db/migrations/0017-storage.ts'
import * as returningTexts from '#server/db/migrations/0018-returning-texts.ts'
import * as folderNotInItself from '#server/db/migrations/0019-folder-not-in-itself.ts'
import * as folderStars from '#server/db/migrations/0023-folder-stars.ts'
import * as typographicMarks from '#server/db/migrations/0026-typographic-marks.ts'
import * as leases from '#server/db/migrations/0027-leases.ts'

/**
 * A change of the schema. It runs once, in a transaction. Rows that take long to rewrite are left to a
 * background job (`updatePreviews`, for example), with code that copes until it has finished.
 */
export type Migration = {
  up: (db: Kysely<unknown>) => Promise<void>
  /** Whether `up` calls `rebuildTable`: on SQLite, foreign keys are then checked only at the end. */
  rebuilds?: boolean
  /**
   * The tables with rows that `up` alters or drops. On PostgreSQL they are locked before `up`, for as long as it runs, so
   * that it never waits for a request that waits for it.
   */
  alters?: readonly (keyof Tables)[]
}

/** Every migration by its name, in order. A released one never changes. */
export const migrations: Record<string, Migration> = {
  '0001-library': library,
  '0002-accounts': accounts,
  '0003-payments': payments,
  '0004-search': search,
  '0005-trigram-merging': trigramMerging,
  '0006-account-proofs': accountProofs,
  '0007-bounds': bounds,
  '0008-previews': previews,
  '0009-variables': variables,
  '0010-shelf': shelf,
  '0011-folding': folding,
  '0012-telling-previews': tellingPreviews,
  '0013-imports': imports,
  '0014-runs': runs,
  '0015-connections': connections,
  '0016-letters-for-marks': lettersForMarks,
  '0017-storage': storage,
  '0018-returning-texts': returningTexts,
  '0019-folder-not-in-itself': folderNotInItself,
  '0023-folder-stars': folderStars,
  '0026-typographic-marks': typographicMarks,
  '0027-leases': leases,
}
