import type { SharedPrompt } from '#contract/library/prompts.ts'
import { toPlainText } from '#contract/variables/variables.ts'

const descriptionLength = 200

/** Metadata for link previews. */
export function SharedPromptHead({ prompt, address }: { prompt: SharedPrompt; address: string }) {
  const description = describe(prompt.prompt)
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content="Promptshelf" />
      <meta property="og:title" content={prompt.promptName} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      {/* Public to anyone with the link, but not to search engines. */}
      <meta name="robots" content="noindex" />
    </>
  )
}

/** Returns the beginning of a prompt as a reader sees it, in one line. */
function describe(body: string): string {
  // Longer than the description, since a line break may come with much white space.
  const beginning = toPlainText(body.slice(0, descriptionLength * 10))
  const characters = Array.from(beginning.replaceAll(/\s+/g, ' ').trim())
  if (characters.length <= descriptionLength) return characters.join('')
  return `${characters.slice(0, descriptionLength - 1).join('')}…`
}
