import type {
  DeletionTable,
  DeviceTable,
  GoogleLinkTable,
  GoogleLoginTable,
  MailedTokenTable,
  SessionTable,
  TokenTable,
  UserTable,
} from '#server/db/schema/accounts.table.ts'
import type {
  ChallengeTable,
  PasskeyTable,
  PendingLoginTable,
  RecoveryCodeTable,
  TotpSecretTable,
} from '#server/db/schema/factors.table.ts'
import type { AppTable, OAuthObjectTable } from '#server/db/schema/apps.table.ts'
import type { ActivityTable } from '#server/db/schema/activity.table.ts'
import type { FolderTable } from '#server/db/schema/folders.table.ts'
import type { LibraryTable } from '#server/db/schema/library.table.ts'
import type { PromptSearchTable, PromptTable } from '#server/db/schema/prompts.table.ts'
import type {
  TrashedFolderTable,
  TrashedPromptTable,
  TrashTable,
} from '#server/db/schema/trash.table.ts'
import type { PromptVersionTable } from '#server/db/schema/versions.table.ts'
import type { LeaseTable } from '#server/db/schema/leases.table.ts'
import type { MailTable } from '#server/db/schema/mails.table.ts'
import type {
  PaymentEndingTable,
  PaymentEventTable,
  SandboxCheckoutTable,
} from '#server/db/schema/payment.table.ts'
import type { ConnectionTable } from '#server/db/schema/connections.table.ts'
import type { RunTable } from '#server/db/schema/runs.table.ts'
import type { ImportTable } from '#server/db/schema/imports.table.ts'
import type { ThrottleTable } from '#server/db/schema/throttles.table.ts'
import type { CreditEntryTable, SubscriptionTable } from '#server/db/schema/plans.table.ts'

/**
 * Every table of the database. Times that the server computes with are milliseconds since 1970. Those of the
 * library, which it only shows, are ISO 8601 in UTC.
 */
export type Tables = {
  users: UserTable
  deletions: DeletionTable
  leases: LeaseTable
  sessions: SessionTable
  tokens: TokenTable
  apps: AppTable
  oauth_objects: OAuthObjectTable
  devices: DeviceTable
  passkeys: PasskeyTable
  totp_secrets: TotpSecretTable
  recovery_codes: RecoveryCodeTable
  pending_logins: PendingLoginTable
  challenges: ChallengeTable
  activity: ActivityTable
  mailed_tokens: MailedTokenTable
  mails: MailTable
  google_logins: GoogleLoginTable
  google_links: GoogleLinkTable
  throttles: ThrottleTable
  subscriptions: SubscriptionTable
  credit_entries: CreditEntryTable
  payment_events: PaymentEventTable
  payment_endings: PaymentEndingTable
  sandbox_checkouts: SandboxCheckoutTable
  libraries: LibraryTable
  folders: FolderTable
  prompts: PromptTable
  prompt_search: PromptSearchTable
  prompt_versions: PromptVersionTable
  imports: ImportTable
  connections: ConnectionTable
  runs: RunTable
  trash: TrashTable
  trashed_folders: TrashedFolderTable
  trashed_prompts: TrashedPromptTable
}
