import { memo } from 'react'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { kindOf, type VariableKind } from '#contract/variables/kinds.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import styles from './prompt-editor.module.css'
import { kindIcons } from './settings/kind-icons.ts'
import { settingOf } from './settings/setting-edits.ts'

type VariableChipsProps = {
  names: readonly string[]
  settings: readonly VariableSetting[]
  /** The name whose settings are open, and the element that contains them. */
  opened: string | undefined
  panelId: string
  onOpen: (name: string) => void
  onRemove: (name: string) => void
}

/** Lists the variables of the text; each has settings and can be turned back into plain text. */
export const VariableChips = memo(function VariableChips(props: VariableChipsProps) {
  const { names, settings, opened, panelId, onOpen, onRemove } = props
  const t = useTranslations('prompt.editor')
  return (
    <ul className={styles.chips} aria-label={t('variables')}>
      {names.map((name) => (
        <Chip
          key={name}
          name={name}
          kind={kindOf(settingOf(settings, name))}
          controls={opened === name ? panelId : undefined}
          onOpen={onOpen}
          onRemove={onRemove}
        />
      ))}
    </ul>
  )
})

type ChipProps = Pick<VariableChipsProps, 'onOpen' | 'onRemove'> & {
  name: string
  kind: VariableKind
  controls: string | undefined
}

const Chip = memo(function Chip({ name, kind, controls, onOpen, onRemove }: ChipProps) {
  const t = useTranslations()
  const KindIcon = kindIcons[kind]
  return (
    <li className={styles.chip}>
      <button
        type="button"
        className={styles.chipSettings}
        data-settings={name}
        aria-label={t('editor.chip', { name, kind: t(`editor.settings.kinds.${kind}`) })}
        aria-expanded={controls !== undefined}
        aria-controls={controls}
        onClick={() => onOpen(name)}
      >
        {KindIcon && <KindIcon size={14} aria-hidden />}
        <span dir="auto" className="ellipsis">
          {name}
        </span>
      </button>
      <IconButton
        label={t('prompt.editor.remove', { name })}
        className={styles.remove}
        onClick={() => onRemove(name)}
      >
        <X size={14} />
      </IconButton>
    </li>
  )
})
