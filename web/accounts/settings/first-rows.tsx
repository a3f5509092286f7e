import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'

/** The number of rows that leaves the rest of the profile in view. */
const shownFirst = 3

type FirstRowsProps = { className: string | undefined; children: readonly ReactNode[] }

/** Shows the first rows of a list, and the rest on request. */
export function FirstRows({ className, children }: FirstRowsProps) {
  const t = useTranslations('accounts.profile')
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  return (
    <>
      <ul id={id} className={className}>
        {children.slice(0, isWhole ? undefined : shownFirst)}
      </ul>
      {children.length > shownFirst && (
        <button
          type="button"
          className={classNames(buttonStyles.link, 'text-14')}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('showFewer') : t('showAll', { count: children.length })}
        </button>
      )}
    </>
  )
}
