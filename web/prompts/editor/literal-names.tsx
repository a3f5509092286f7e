import { useId, useState } from 'react'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classNames } from '#web/ui/class-names.ts'
import styles from './prompt-editor.module.css'

/** Number of names listed before the user asks for the rest. */
const listedNames = 4

type LiteralNamesProps = {
  /** Names that look like code. */
  code: readonly string[]
  /** Names that the user set to be plain text. */
  literals: readonly string[]
  opened: string | undefined
  panelId: string
  onName: (name: string) => void
  onOpen: (name: string) => void
}

/** Lists names in braces that are not variables. Clicking one turns it into a variable, or opens its settings. */
export function LiteralNames(props: LiteralNamesProps) {
  const { code, literals, opened, panelId, onName, onOpen } = props
  const t = useTranslations('editor')
  const listId = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const count = code.length + literals.length
  const isFoldable = count > listedNames
  return (
    <div className={styles.kept}>
      {isFoldable ? (
        <button
          type="button"
          className={styles.keptCount}
          aria-expanded={isUnfolded}
          aria-controls={listId}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {t('keptCount', { count })}
          <ChevronDown size={16} className={classNames(isUnfolded && styles.turned)} />
        </button>
      ) : (
        <span aria-hidden>{t('kept')}</span>
      )}
      <ul
        id={listId}
        className={styles.keptNames}
        aria-label={t('keptList')}
        hidden={isFoldable && !isUnfolded}
      >
        {literals.map((name) => (
          <li key={`literal ${name}`}>
            <button
              type="button"
              className={styles.keptName}
              data-settings={name}
              aria-label={t('literalChip', { name })}
              title={t('literalChip', { name })}
              aria-expanded={opened === name}
              aria-controls={opened === name ? panelId : undefined}
              onClick={() => onOpen(name)}
            >
              <bdi>{`{${name}}`}</bdi>
            </button>
          </li>
        ))}
        {code.map((name) => (
          <li key={`code ${name}`}>
            <button
              type="button"
              className={styles.keptName}
              aria-label={t('makeVariable', { name })}
              title={t('makeVariable', { name })}
              onClick={() => onName(name)}
            >
              <bdi>{`{${name}}`}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
