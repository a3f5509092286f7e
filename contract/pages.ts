import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { NoInput } from './schemas.ts'

export const pageCalls = {
  getPage: defineCall({
    method: 'GET',
    path: 'page/:type',
    access: 'anyone',
    summary: 'A static page of the operator, in both languages.',
    params: z.object({ type: z.string() }),
    input: NoInput,
    answer: z.object({ title: z.string(), content: z.string(), germanContent: z.string() }),
  }),
}
