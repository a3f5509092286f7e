import { defineCall } from './core/call.ts'
import { NoInput, Success } from './core/schemas.ts'

export const healthCalls = {
  checkHealth: defineCall({
    method: 'GET',
    path: 'health',
    access: 'public',
    summary: 'Succeeds while the database responds, in the background too; 503 otherwise.',
    input: NoInput,
    answer: Success,
  }),
}
