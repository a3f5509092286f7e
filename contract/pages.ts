import * as z from 'zod/mini'
import { defineCall } from './core/call.ts'
import { code, NoInput } from './core/schemas.ts'
import { limits } from './core/limits.ts'

const PageTexts = z.object({ title: z.string(), content: z.string() })

/** A static page; its contents are HTML that the server rendered from Markdown. */
export const StaticPage = z.object({
  title: z.string(),
  germanTitle: z.string(),
  content: z.string(),
  germanContent: z.string(),
  /** Title and content by language code. */
  texts: z.record(z.string(), PageTexts),
})
export type StaticPage = z.output<typeof StaticPage>

export const pageCalls = {
  getPage: defineCall({
    method: 'GET',
    path: 'page/:type',
    access: 'public',
    summary: 'A static page of the operator, in every language.',
    params: z.object({ type: z.string().check(z.maxLength(limits.nameLength, code('not_found'))) }),
    input: NoInput,
    answer: StaticPage,
    errors: ['not_found'],
  }),
}
