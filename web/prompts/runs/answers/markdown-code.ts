import { lazyCode } from '#web/ui/lazy-code.ts'

/**
 * The Markdown renderer, loaded with the first answer. Until then, and if it fails to load, an answer is plain text.
 */
export const markdownCode = lazyCode(() => import('./markdown.tsx'))
