import type { Localized } from '#languages/languages.ts'

/** `content` is safe HTML. */
export type Page = { title: string; content: string }

/** The pages by their type: the last part of their address, after `/page/`. */
export type Pages = ReadonlyMap<string, Localized<Page>>

/** The types that the footer links to; an operator may add others. */
export const linkedTypes = ['privacy-policy', 'terms', 'imprint', 'faq', 'contact'] as const

/** The types of pages that still have a placeholder such as **[Name of the operator]**. */
export function unfilledPages(pages: Pages): string[] {
  return [...pages]
    .filter(([, page]) =>
      Object.values(page).some(({ content }) => /<strong>\[[^\]]+\]<\/strong>/.test(content)),
    )
    .map(([type]) => type)
}
