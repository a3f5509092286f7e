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
    access: 'anyone',
    summary: 'A static page of the operator, in both languages.',
    params: z.object({ type: z.string() }),
    input: NoInput,
    answer: StaticPage,
  }),
}
