import type { StaticPage } from '#contract/pages.ts'

/** The pages by their type: what stands after `/page/` in their address. */
export type Pages = ReadonlyMap<string, StaticPage>

/** Those that the footer leads to; an operator may have others beside them. */
export const linkedTypes = ['privacy-policy', 'terms', 'imprint', 'faq', 'contact'] as const
