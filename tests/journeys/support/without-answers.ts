import type { BrowserContext, Page } from '@playwright/test'

/** Removes the answers from the documents behind the login, so that the client makes their calls. */
export async function withoutAnswers(pages: Page | BrowserContext): Promise<void> {
  await pages.route(/\/(?:prompts|profile)(?:\?.*)?$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    // The browser itself follows a redirect.
    const response = await route.fetch({ maxRedirects: 0 })
    const body = (await response.text()).replace(/<script id="answers".*?<\/script>/s, '')
    await route.fulfill({ response, body })
  })
}
