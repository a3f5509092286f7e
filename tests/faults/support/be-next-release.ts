// Preloading it turns a server into that of the next release.
import { migrations } from '#server/db/migrations/migrations.ts'
import { nextMigrations } from './next-release.ts'

Object.assign(migrations, nextMigrations)
