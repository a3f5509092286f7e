import type { Page } from '@playwright/test'

/** All that a page says: its text, also what is folded in or above the fold, names and hints. */
export async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'content']
    const said = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    )
    const body = document.body.cloneNode(true) as HTMLElement
    // Scripts hold every text there is.
    for (const script of body.querySelectorAll('script')) script.remove()
    return [document.title, body.textContent, ...said].join('\n')
  })
}
