import { useTranslations } from 'use-intl'

/** An ellipsis for the folders omitted from a path. */
export function LeftOutFolders({ count }: { count: number }) {
  const t = useTranslations('library')
  const text = t('leftOut', { count })
  return (
    <span title={text}>
      <span aria-hidden>…</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
