import { loginCheckCalls } from './accounts/login-check.ts'
import { factorCalls, signInCalls } from './accounts/factors.ts'
import { sessionCalls } from './accounts/session.ts'
import { tokenCalls } from './accounts/tokens.ts'
import { appCalls } from './accounts/apps.ts'
import { passwordCalls } from './accounts/password.ts'
import { recoveryCalls } from './accounts/recovery.ts'
import { googleCalls } from './accounts/google.ts'
import { emailCalls } from './accounts/email.ts'
import { profileCalls } from './accounts/profile.ts'
import { activityCalls } from './accounts/activity.ts'
import { changeCalls } from './library/changes.ts'
import { folderCalls } from './library/folders.ts'
import { healthCalls } from './health.ts'
import { openInCalls } from './library/open-in/open-in.ts'
import { pageCalls } from './pages.ts'
import { planCalls } from './accounts/plans.ts'
import { promptCalls } from './library/prompts.ts'
import { runCalls } from './runs/runs.ts'
import { connectionCalls } from './runs/connections.ts'
import { modelCalls } from './runs/models.ts'
import { selectionCalls } from './library/selection.ts'
import { skillCalls } from './transfer/skills/skills.ts'
import { shelfCalls } from './library/shelf.ts'
import { exportCalls } from './transfer/export.ts'
import { importCalls } from './transfer/import.ts'
import { trashCalls } from './library/trash.ts'
import { valueCalls } from './variables/values.ts'
import { versionCalls } from './library/versions.ts'

/** Every call of the API, by name: the `operationId` in the OpenAPI document. */
export const calls = {
  ...healthCalls,
  ...loginCheckCalls,
  ...sessionCalls,
  ...signInCalls,
  ...factorCalls,
  ...tokenCalls,
  ...appCalls,
  ...passwordCalls,
  ...recoveryCalls,
  ...googleCalls,
  ...emailCalls,
  ...profileCalls,
  ...activityCalls,
  ...planCalls,
  ...folderCalls,
  ...promptCalls,
  ...valueCalls,
  ...shelfCalls,
  ...changeCalls,
  ...skillCalls,
  ...selectionCalls,
  ...trashCalls,
  ...versionCalls,
  ...openInCalls,
  ...runCalls,
  ...modelCalls,
  ...connectionCalls,
  ...importCalls,
  ...exportCalls,
  ...pageCalls,
}
