import type { Page } from '@playwright/test'

/** Returns all text of a page: also collapsed and scrolled text, accessible names and tooltips. */
export async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'content']
    const labels = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    )
    const body = document.body.cloneNode(true) as HTMLElement
    // Scripts contain all texts.
    for (const script of body.querySelectorAll('script')) script.remove()
    return [document.title, body.textContent, ...labels].join('\n')
  })
}
