import type {
  DeletionTable,
  DeviceTable,
  GoogleLinkTable,
  GoogleLoginTable,
  MailedTokenTable,
  SessionTable,
  TokenTable,
  UserTable,
} from '#server/accounts/accounts.table.ts'
import type {
  ChallengeTable,
  PasskeyTable,
  PendingLoginTable,
  RecoveryCodeTable,
  TotpSecretTable,
} from '#server/accounts/factors/factors.table.ts'
import type { AppTable, OAuthObjectTable } from '#server/accounts/apps/apps.table.ts'
import type { ActivityTable } from '#server/activity/activity.table.ts'
import type { FolderTable } from '#server/folders/folders.table.ts'
import type { LibraryTable } from '#server/library/library.table.ts'
import type { PromptSearchTable, PromptTable } from '#server/prompts/prompts.table.ts'
import type {
  TrashedFolderTable,
  TrashedPromptTable,
  TrashTable,
} from '#server/trash/trash.table.ts'
import type { PromptVersionTable } from '#server/versions/versions.table.ts'
import type { LeaseTable } from '#server/jobs/leases.table.ts'
import type { MailTable } from '#server/mail/mails.table.ts'
import type {
  PaymentEndingTable,
  PaymentEventTable,
  SandboxCheckoutTable,
} from '#server/payment/payment.table.ts'
import type { ConnectionTable } from '#server/models/connections/connections.table.ts'
import type { RunTable } from '#server/runs/runs.table.ts'
import type { ImportTable } from '#server/transfer/imports.table.ts'
import type { ThrottleTable } from '#server/throttle/throttles.table.ts'
import type { CreditEntryTable, SubscriptionTable } from '#server/plans/plans.table.ts'

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
