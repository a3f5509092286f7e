import { defineCall } from './call.ts'
import { NoInput, Success } from './schemas.ts'

export const healthCalls = {
  checkHealth: defineCall({
    method: 'GET',
    path: 'health',
    access: 'public',
    effect: 'read',
    summary: 'Succeeds while the database answers; 503 otherwise.',
    input: NoInput,
    answer: Success,
  }),
}
