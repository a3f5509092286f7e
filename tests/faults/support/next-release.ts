import { migrations, type Migration } from '#server/db/migrations/migrations.ts'

/** Tables that requests lock in another order. */
const altered = ['prompts', 'libraries', 'users', 'sessions'] as const

const addReviews: Migration = {
  alters: altered,
  up: async (db) => {
    for (const table of altered) {
      await db.schema.alterTable(table).addColumn('reviewed_at', 'text').execute()
    }
    await db.schema.createIndex('by_review').on('prompts').column('reviewed_at').execute()
  },
}

/** The migrations of a possible next release, which only adds. */
export const nextMigrations: Record<string, Migration> = { ...migrations, '9999-next': addReviews }
