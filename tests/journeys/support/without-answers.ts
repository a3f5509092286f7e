import type { BrowserContext, Page } from '@playwright/test'

/** Removes answers and frames from the documents behind the login, as if the server's own login check had failed. */
export async function withoutAnswers(pages: Page | BrowserContext): Promise<void> {
  await pages.route(/\/(?:prompts|profile)(?:\?.*)?$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    // The browser itself follows a redirect.
    const response = await route.fetch({ maxRedirects: 0 })
    const body = (await response.text()).replace(
      /<div id="root">.*<script id="answers".*?<\/script>/s,
      '<div id="root"></div>',
    )
    await route.fulfill({ response, body })
  })
}
