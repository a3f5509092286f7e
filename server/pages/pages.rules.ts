import type { Localized } from '#languages/languages.ts'

/** Its content is HTML that is safe wherever HTML may stand. */
export type Page = { title: string; content: string }

/** The pages by their type: the part of their address after `/page/`. */
export type Pages = ReadonlyMap<string, Localized<Page>>

/** Those that the footer links to; an operator may add others. */
export const linkedTypes = ['privacy-policy', 'terms', 'imprint', 'faq', 'contact'] as const
