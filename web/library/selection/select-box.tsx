import { useCallback, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { selection, type Item } from './selection.ts'
import styles from './selection.module.css'

type SelectBoxProps = {
  item: Item
  /** `isRange` if Shift was held. */
  onPress: (isRange: boolean) => void
}

/** The check box that selects a card. */
export function SelectBox({ item, onPress }: SelectBoxProps) {
  const t = useTranslations('selection')
  const isChosen = useCallback(() => selection.get().has(item.id), [item.id])
  const checked = useSyncExternalStore(selection.subscribe, isChosen)
  const label = t('select', { name: item.card.name })
  return (
    <label className={styles.box} data-select title={label}>
      <input
        type="checkbox"
        className="stack surface centered no-margin pointer"
        // The card is the tab stop, and X selects it.
        tabIndex={-1}
        checked={checked}
        aria-label={label}
        onChange={({ nativeEvent }) =>
          onPress(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}
