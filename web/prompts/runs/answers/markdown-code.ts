import { lazyCode } from '#web/ui/lazy-code.ts'

/** What draws Markdown, loaded with the first answer. Until then, and if it does not come, an answer is plain text. */
export const markdownCode = lazyCode(() => import('./markdown.tsx'))
