import type { calls } from '#contract/calls.ts'
import { factorOperations } from '#server/accounts/factors/factors.operations.ts'
import { emailOperations } from '#server/accounts/email/email.operations.ts'
import { googleOperations } from '#server/accounts/google/google.operations.ts'
import { passwordOperations } from '#server/accounts/password/password.operations.ts'
import { recoveryOperations } from '#server/accounts/password/recovery.operations.ts'
import { profileOperations } from '#server/accounts/profile/profile.operations.ts'
import { sessionOperations } from '#server/accounts/session/session.operations.ts'
import { appOperations } from '#server/accounts/apps/apps.operations.ts'
import { tokenOperations } from '#server/accounts/tokens/tokens.operations.ts'
import { activityOperations } from '#server/accounts/activity/activity.operations.ts'
import { healthOperations } from '#server/calls/health.operations.ts'
import type { Operations } from '#server/core/operation.ts'
import { folderOperations } from '#server/library/folders/folders.operations.ts'
import { connectionOperations } from '#server/runs/models/connections/connections.operations.ts'
import { modelOperations } from '#server/runs/models/models.operations.ts'
import { openInOperations } from '#server/library/open-in/open-in.operations.ts'
import { pageOperations } from '#server/calls/pages.operations.ts'
import { paymentOperations } from '#server/billing/payment/payment.operations.ts'
import { planOperations } from '#server/billing/plans/plans.operations.ts'
import { promptOperations } from '#server/library/prompts/prompts.operations.ts'
import { runOperations } from '#server/runs/runs.operations.ts'
import { selectionOperations } from '#server/library/selection/selection.operations.ts'
import { shelfOperations } from '#server/library/shelf/shelf.operations.ts'
import { changeOperations } from '#server/library/changes/changes.operations.ts'
import { skillOperations } from '#server/library/skills/skills.operations.ts'
import { transferOperations } from '#server/library/transfer/transfer.operations.ts'
import { trashOperations } from '#server/library/trash/trash.operations.ts'
import { versionOperations } from '#server/library/versions/versions.operations.ts'
import { valueOperations } from '#server/library/values/values.operations.ts'

/** Every operation, by the name of its call. */
export const operations: Operations<typeof calls> = {
  ...sessionOperations,
  ...factorOperations,
  ...tokenOperations,
  ...appOperations,
  ...passwordOperations,
  ...recoveryOperations,
  ...googleOperations,
  ...emailOperations,
  ...profileOperations,
  ...activityOperations,
  ...planOperations,
  ...paymentOperations,
  ...folderOperations,
  ...promptOperations,
  ...valueOperations,
  ...shelfOperations,
  ...changeOperations,
  ...skillOperations,
  ...selectionOperations,
  ...trashOperations,
  ...transferOperations,
  ...versionOperations,
  ...openInOperations,
  ...runOperations,
  ...modelOperations,
  ...connectionOperations,
  ...pageOperations,
  ...healthOperations,
}
