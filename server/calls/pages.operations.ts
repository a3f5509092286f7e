import type { pageCalls, StaticPage } from '#contract/pages.ts'
import type { Localized } from '#languages/languages.ts'
import type { Page } from '#server/config/pages.rules.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'

export const pageOperations: Operations<typeof pageCalls> = {
  async getPage({ pages }, _actor, { type }) {
    const page = pages.get(type)
    if (page === undefined) throw new ApiError('not_found')
    return toStaticPage(page)
  },
}

export function toStaticPage(page: Localized<Page>): StaticPage {
  return {
    title: page.en.title,
    germanTitle: page.de.title,
    content: page.en.content,
    germanContent: page.de.content,
    texts: page,
  }
}
