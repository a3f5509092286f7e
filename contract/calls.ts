import { accountCalls } from './accounts.ts'
import { folderCalls } from './folders.ts'
import { healthCalls } from './health.ts'
import { pageCalls } from './pages.ts'
import { planCalls } from './plans.ts'
import { promptCalls } from './prompts.ts'
import { valueCalls } from './values.ts'

/** Every call of the API, by name: the `operationId` in the OpenAPI document. */
export const calls = {
  ...healthCalls,
  ...accountCalls,
  ...planCalls,
  ...folderCalls,
  ...promptCalls,
  ...valueCalls,
  ...pageCalls,
}
