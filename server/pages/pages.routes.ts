import { calls } from '#contract/calls.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Implement } from '#server/http/implement.ts'

export function pageRoutes(implement: Implement, { pages }: AppContext): void {
  implement(calls.getPage, async ({ params }) => {
    const page = pages.get(params.type)
    if (page === undefined) throw new ApiError('not_found')
    return {
      title: page.en.title,
      germanTitle: page.de.title,
      content: page.en.content,
      germanContent: page.de.content,
      texts: page,
    }
  })
}
