// Preloaded, it makes a server that of the next release.
import { migrations } from '#server/db/migrations/migrations.ts'
import { nextMigrations } from './next-release.ts'

Object.assign(migrations, nextMigrations)
