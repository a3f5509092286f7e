import { useTranslations } from 'use-intl'
import type { SearchResult } from '#contract/prompts.ts'
import type { OpenCommand } from '#web/commands/commands.ts'
import { LibraryContents } from '#web/screens/library/library-contents.tsx'

const noFolders: SearchResult['folders'] = []

type SimilarPromptsProps = {
  prompts: NonNullable<SearchResult['similar']>
  open: OpenCommand
}

/** Prompts with names like what was searched for, below the hits. */
export function SimilarPrompts({ prompts, open }: SimilarPromptsProps) {
  const t = useTranslations('search')
  return (
    <div>
      <p role="status" className="visually-hidden">
        {t('announceSimilar', { count: prompts.length })}
      </p>
      <LibraryContents
        folders={noFolders}
        prompts={prompts}
        promptsTitle={t('similar')}
        open={open}
      />
    </div>
  )
}
