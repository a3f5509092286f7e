import { LayoutGrid, Rows3, Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useStore } from '#web/ui/store.ts'
import { chooseView, viewChoices, type ViewChoices } from '#web/screens/library/view-choices.ts'
import styles from './interaction.module.css'

const orders = ['name', 'updatedAt', 'usedAt'] as const

/** Order and layout, at the right of a heading. `canShelve`: whether a shelf can be shown. */
export function ViewControls({ canShelve }: { canShelve: boolean }) {
  const t = useTranslations('selection.view')
  const { layout, order } = useStore(viewChoices)
  const isRows = layout === 'rows'
  return (
    <div className={styles.controls}>
      {canShelve && <ShelfButton />}
      <select
        className="bare text-13 transparent rounded hoverable"
        aria-label={t('order')}
        title={t('order')}
        value={order}
        onChange={({ target }) => chooseView({ order: target.value as ViewChoices['order'] })}
      >
        {orders.map((each) => (
          <option key={each} value={each}>
            {t(each)}
          </option>
        ))}
      </select>
      <IconButton
        label={t(isRows ? 'cards' : 'rows')}
        onClick={() => chooseView({ layout: isRows ? 'cards' : 'rows' })}
      >
        {isRows ? <LayoutGrid size={16} /> : <Rows3 size={16} />}
      </IconButton>
    </div>
  )
}

/** Shows the shelf again after it was hidden. */
export function ShelfButton() {
  const t = useTranslations('selection.view')
  const { hasShelf } = useStore(viewChoices)
  if (hasShelf) return null
  return (
    <IconButton label={t('shelf')} onClick={() => chooseView({ hasShelf: true })}>
      <Star size={16} />
    </IconButton>
  )
}
