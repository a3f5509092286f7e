import { memo } from 'react'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/controls/button.tsx'
import styles from './prompt-editor.module.css'

type VariableChipsProps = { names: string[]; onRemove?: (name: string) => void }

/** The variables of the text, each of which can be made plain text again. */
export const VariableChips = memo(function VariableChips({ names, onRemove }: VariableChipsProps) {
  const t = useTranslations('prompt.editor')
  return (
    <ul className={styles.chips} aria-label={t('variables')}>
      {names.map((name) => (
        <Chip key={name} name={name} onRemove={onRemove} />
      ))}
    </ul>
  )
})

type ChipProps = { name: string; onRemove: ((name: string) => void) | undefined }

const Chip = memo(function Chip({ name, onRemove }: ChipProps) {
  const t = useTranslations('prompt.editor')
  return (
    <li className={styles.chip}>
      <span dir="auto" className={styles.chipName}>
        {name}
      </span>
      <IconButton
        label={t('remove', { name })}
        className={styles.remove}
        onClick={() => onRemove?.(name)}
      >
        <X size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </li>
  )
})
