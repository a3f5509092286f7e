import { defineCall } from './call.ts'
import { NoInput, Success } from './schemas.ts'

export const healthCalls = {
  checkHealth: defineCall({
    method: 'GET',
    path: 'health',
    access: 'anyone',
    summary: 'Succeeds when the database answers; 503 when it does not.',
    input: NoInput,
    answer: Success,
  }),
}
