import pino, { type Logger } from 'pino'
import { googleFinder } from '#server/accounts/google/find-google.ts'
import { checkRecipients } from '#server/operate/backup/encrypt-backup.ts'
import { keepCopy } from '#server/operate/backup/keep-copy.ts'
import { processEnvironment, type Config } from '#server/config/config.ts'
import type { Services } from '#server/core/services.ts'
import type { Database } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { makeDataDirectory } from '#server/db/unusable-database.ts'
import { allJobs, startJobs, type JobName, type Jobs } from '#server/start-jobs.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { readModels } from '#server/config/read-models.ts'
import { createSecrets } from '#server/core/seal-secrets.ts'
import { TargetsFile } from '#server/config/targets.rules.ts'
import type { Pages } from '#server/config/pages.rules.ts'
import { readPages } from '#server/config/read-pages.ts'
import { buildProvider } from '#server/billing/payment/build-provider.ts'
import { checkHeldPlans } from '#server/billing/plans/check-held-plans.ts'
import type { Catalogue } from '#server/config/catalogue.rules.ts'
import { readCatalogue } from '#server/config/read-catalogue.ts'
import { warnOfSubscriptions } from '#server/billing/plans/terms/warn-of-subscriptions.ts'
import { watchLibraries } from '#server/library/changes/watch-libraries.ts'
import { createRunner } from '#server/runs/run-runner.ts'
import { queueAfterAnswers } from '#server/core/jobs/after-answer.ts'

type Overrides = {
  /** A migrated database, which the caller closes. By default, that of the configuration is migrated. */
  db?: Database
  /** Silent by default. */
  log?: Logger
  /** The time, in milliseconds since 1970. */
  now?: () => number
  /** A random number from 0 up to 1. */
  random?: () => number
  /** The static pages; by default, those of PAGES_DIR. */
  pages?: Promise<Pages>
  /** The environment with the keys of models; by default the process's. */
  environment?: NodeJS.ProcessEnv
  /** The background jobs to run; all by default. */
  jobs?: readonly JobName[]
}

/**
 * Composes the server without its transports, for HTTP, scripts and tests alike. `close` waits for background work to
 * finish.
 *
 * @throws ConfigError, UnusableDatabaseError with a line for the operator
 */
export async function makeServices(
  config: Config,
  overrides: Overrides = {},
): Promise<{ services: Services; jobs: Jobs; close: () => Promise<void> }> {
  const { log = pino({ level: 'silent' }), now = Date.now, random = Math.random } = overrides
  const catalogue = await readCatalogue(config.plansFile)
  const pages = await (overrides.pages ?? readPages(config))
  const { targets: openInTargets } = await readSettings(
    'OPEN_IN_FILE',
    config.openInFile,
    TargetsFile,
  )
  const models = await readModels(config, overrides.environment ?? processEnvironment())
  const secrets = createSecrets(config)
  await checkRecipients(config.backups.recipients)
  const db = overrides.db ?? (await openMigrated(config, catalogue, log))
  const provider = await buildProvider({ config, db, log, now })
  const findGoogle = googleFinder(config, log)
  const base = {
    config,
    db,
    catalogue,
    pages,
    openInTargets,
    models,
    secrets,
    log,
    now,
    provider,
    findGoogle,
  }
  const jobs = startJobs(base, overrides.jobs ?? allJobs)
  const runs = createRunner(base)
  const changes = watchLibraries(base)
  const { afterAnswer, finish } = queueAfterAnswers(log, random)
  return {
    services: {
      ...base,
      afterAnswer,
      runs,
      changes,
      wakeMailing: () => jobs.wake('mailing'),
      wakeSweeping: () => jobs.wake('sweeping'),
      wakePaymentWork: () => jobs.wake('payments'),
    },
    jobs,
    close: async () => {
      changes.close()
      await runs.close()
      await finish()
      await jobs.stop()
      if (overrides.db === undefined) await db.close()
    },
  }
}

async function openMigrated(
  { copyBeforeUpgrade, dataDir, database, hasPlans }: Config,
  catalogue: Catalogue,
  log: Logger,
) {
  if (database.kind === 'sqlite') await makeDataDirectory(dataDir, database.file)
  const report = (line: string) => log.info(line)
  await migrateDatabase(database, undefined, {
    report,
    beforeUpgrade: (name) => {
      if (database.kind === 'sqlite' && copyBeforeUpgrade) keepCopy(database.file, name, report)
    },
  })
  const db = openDatabase(database)
  if (hasPlans) await checkHeldPlans(db.main, catalogue)
  else await warnOfSubscriptions(db.main, log)
  return db
}
