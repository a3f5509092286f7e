import { useTranslations } from 'use-intl'

/** Stands on a way for the folders that an answer leaves out of it. */
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
