import { ChevronDown, LayoutGrid, Rows3, Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useStore } from '#web/ui/store.ts'
import { chooseView, orderOf, viewChoices, type Order } from '#web/screens/library/view-choices.ts'
import styles from './interaction.module.css'

const orders = ['name', 'updatedAt', 'usedAt'] as const

/** Order and layout, at the right of a heading. `canShelve`: whether a shelf can be shown. */
export function ViewControls({ canShelve }: { canShelve: boolean }) {
  const t = useTranslations('selection.view')
  const view = useStore(viewChoices)
  const { layout } = view
  const order = orderOf(view, false)
  const isRows = layout === 'rows'
  return (
    <div className={styles.controls}>
      {canShelve && <ShelfButton />}
      <span className={styles.order}>
        <OrderSelect order={order} className="bare text-13 transparent rounded hoverable" />
        <ChevronDown size={14} />
      </span>
      <IconButton
        label={t(isRows ? 'cards' : 'rows')}
        onClick={() => chooseView({ layout: isRows ? 'cards' : 'rows' })}
      >
        {isRows ? <LayoutGrid size={16} /> : <Rows3 size={16} />}
      </IconButton>
    </div>
  )
}

/** Chooses the order of the prompts. */
export function OrderSelect({ order, className }: { order: Order; className?: string }) {
  const t = useTranslations('selection.view')
  const tOrder = useTranslations('library.order')
  return (
    <select
      className={className}
      aria-label={t('order')}
      title={t('order')}
      value={order}
      onChange={({ target }) => chooseView({ order: target.value as Order })}
    >
      {orders.map((each) => (
        <option key={each} value={each}>
          {tOrder(each)}
        </option>
      ))}
    </select>
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
