import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { NoInput } from './schemas.ts'

/** A static page in both languages; its contents are HTML that the server has made of Markdown. */
export const StaticPage = z.object({
  title: z.string(),
  germanTitle: z.string(),
  content: z.string(),
  germanContent: z.string(),
})
export type StaticPage = z.output<typeof StaticPage>

export const pageCalls = {
  getPage: defineCall({
    method: 'GET',
    path: 'page/:type',
    access: 'public',
    effect: 'read',
    summary: 'A static page of the operator, in every language.',
    params: z.object({ type: z.string() }),
    input: NoInput,
    answer: StaticPage,
    errors: ['not_found'],
  }),
}
