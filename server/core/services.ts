import type { Configuration } from 'openid-client'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { PaymentProvider } from '#server/core/payment-provider.ts'
import type { Models } from '#server/config/read-models.ts'
import type { Secrets } from '#server/core/seal-secrets.ts'
import type { Targets } from '#server/config/targets.rules.ts'
import type { Pages } from '#server/config/pages.rules.ts'
import type { Runner } from '#server/core/runner.ts'
import type { LibraryWatch } from '#server/core/library-watch.ts'
import type { Catalogue } from '#server/config/catalogue.rules.ts'
import type { AfterAnswer } from '#server/core/jobs/after-answer.ts'

/**
 * Google's endpoints and keys, fetched when first needed and then cached.
 *
 * @throws ApiError `google_unavailable` without credentials, `unavailable` while Google cannot be reached
 */
export type FindGoogle = () => Promise<Configuration>

/** The dependencies of operations and background jobs. */
export type Services = {
  config: Config
  db: Database
  catalogue: Catalogue
  pages: Pages
  openInTargets: Targets
  /** Models that the operator offers. */
  models: Models
  /** Undefined if users cannot add their own connections. */
  secrets: Secrets | undefined
  log: Logger
  /** The time, in milliseconds since 1970. */
  now: () => number
  /** Undefined if PAYMENTS is off. */
  provider: PaymentProvider | undefined
  findGoogle: FindGoogle
  afterAnswer: AfterAnswer
  /** The runs in this process. */
  runs: Runner
  /** The numbers of the libraries that clients watch. */
  changes: LibraryWatch
  /** Wakes the mailing job after queueing a mail. */
  wakeMailing: () => void
  /** Wakes the sweeping job for work that a request has deferred. */
  wakeSweeping: () => void
  /** Wakes the payment job after queueing the cancellation of an object at the provider. */
  wakePaymentWork: () => void
}
