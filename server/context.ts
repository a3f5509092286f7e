import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { AfterAnswer } from '#server/http/after-answer.ts'
import type { LogSecurity } from '#server/http/log-security.ts'
import type { PaymentProvider } from '#server/payment/provider.rules.ts'
import type { Pages } from '#server/pages/pages.rules.ts'
import type { Catalogue } from '#server/plans/catalogue.rules.ts'

/** What the features work with. */
export type AppContext = {
  config: Config
  db: Database
  catalogue: Catalogue
  pages: Pages
  log: Logger
  logSecurity: LogSecurity
  /** The time, in milliseconds since 1970. */
  now: () => number
  /** Says that a mail has been queued. */
  wakeMailing: () => void
  /** Who takes the money; undefined where PAYMENTS are off. */
  provider: PaymentProvider | undefined
  /** Says that something is to be ended at the provider. */
  wakePaymentWork: () => void
  afterAnswer: AfterAnswer
}
