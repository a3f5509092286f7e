import { useTranslations } from 'use-intl'
import { missingLetters } from '#contract/library/search/searchable.ts'
import { bdi } from '#web/ui/bdi.tsx'
import styles from './library-screen.module.css'

type SearchLineProps = {
  /** The search whose hits are listed; undefined if the lists are a folder's. */
  shown: string | undefined
  /** The text in the search box. */
  text: string
}

/** Shows what the lists below contain, unless it is the result of the text in the search box. */
export function SearchLine({ shown, text }: SearchLineProps) {
  const t = useTranslations('library.search')
  const missing = text.trim() === '' ? 0 : missingLetters(text)
  return (
    <p className={styles.searchLine}>
      {shown !== undefined && t.rich('shown', { search: shown, bdi })}{' '}
      {missing > 0 && t('tooShort', { count: missing })}
    </p>
  )
}
