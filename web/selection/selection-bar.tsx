import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import {
  CopyPlus,
  FileUp,
  FolderInput,
  Link2Off,
  Palette,
  Star,
  StarOff,
  Trash2,
  X,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { palette } from '#contract/colors.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { setTabStop, walkToolbar } from '#web/ui/controls/walk-toolbar.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import { clearSelection, type Item } from './selection.ts'
import styles from './selection.module.css'
import { useSelectionActions } from './use-selection-actions.ts'

type SelectionBarProps = {
  chosen: readonly Item[]
  /** Asks for a destination. */
  onPlace: (mode: 'move' | 'copy') => void
  onExport: () => void
}

/** A toolbar of actions on the selected items. */
export function SelectionBar({ chosen, onPlace, onExport }: SelectionBarProps) {
  const t = useTranslations('selection')
  const bar = useRef<HTMLDivElement>(null)
  const actions = useSelectionActions()
  const prompts = chosen.flatMap((item) => (item.kind === 'prompt' ? [item.card] : []))
  const isAllStarred = chosen.every(({ card }) => card.isFavourite === 1)

  const tools = () => [...(bar.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])]
  useLayoutEffect(() => {
    const all = tools()
    setTabStop(all, all.find((tool) => tool === document.activeElement) ?? all[0])
  })
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('bar')}
      className={styles.bar}
      onFocus={({ target }) => {
        const all = tools()
        if (all.includes(target)) setTabStop(all, target)
      }}
      onKeyDown={(event) => {
        if (walkToolbar(event.nativeEvent, tools())) event.preventDefault()
      }}
    >
      <IconButton label={t('clear')} data-tool onClick={clearSelection}>
        <X size={18} />
      </IconButton>
      <span className="shrinks text-14 medium ellipsis">
        {t('count', { count: chosen.length })}
      </span>
      <div className="flex gap-4 grow">
        <BarButton label={t('move')} onPress={() => onPlace('move')}>
          <FolderInput size={17} />
        </BarButton>
        <BarButton label={t('copy')} onPress={() => onPlace('copy')}>
          <CopyPlus size={17} />
        </BarButton>
        <Colors onChoose={(color) => void actions.recolour(chosen, color)} />
        <BarButton
          label={t(isAllStarred ? 'unstar' : 'star')}
          onPress={() => void actions.star(chosen, !isAllStarred)}
        >
          {isAllStarred ? <StarOff size={17} /> : <Star size={17} />}
        </BarButton>
        {prompts.some(({ isPublic }) => isPublic === 1) && (
          <BarButton label={t('unshare')} onPress={() => void actions.unshare(chosen)}>
            <Link2Off size={17} />
          </BarButton>
        )}
        <BarButton label={t('export')} onPress={onExport}>
          <FileUp size={17} />
        </BarButton>
        <BarButton label={t('delete')} isDestructive onPress={() => void actions.remove(chosen)}>
          <Trash2 size={17} />
        </BarButton>
      </div>
    </div>
  )
}

type BarButtonProps = {
  label: string
  isDestructive?: boolean
  onPress: () => void
  children: ReactNode
}

function BarButton({ label, isDestructive = false, onPress, children }: BarButtonProps) {
  return (
    <button
      type="button"
      data-tool
      title={label}
      className={classNames(styles.act, isDestructive && styles.destructive)}
      onClick={onPress}
    >
      {children}
      <span>{label}</span>
    </button>
  )
}

/** A button with a popover of colours. */
function Colors({ onChoose }: { onChoose: (color: string) => void }) {
  const t = useTranslations('selection')
  const tColors = useTranslations('library.colors')
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)

  function place() {
    if (!button.current || !popover.current) return
    const { bottom, right } = button.current.getBoundingClientRect()
    const left = Math.max(8, right - popover.current.offsetWidth)
    Object.assign(popover.current.style, { top: `${bottom + 4}px`, left: `${left}px` })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        data-tool
        title={t('color')}
        className={styles.act}
        popoverTarget={id}
      >
        <Palette size={17} />
        <span>{t('color')}</span>
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="group"
        // Focusable, so that a press between the colours keeps the keys here.
        tabIndex={-1}
        aria-label={t('color')}
        className={styles.colors}
        onToggle={({ newState }) => {
          if (newState !== 'open') return
          place()
          popover.current?.querySelector('button')?.focus()
        }}
        onKeyDown={(event) => {
          const swatches = [...(popover.current?.querySelectorAll('button') ?? [])]
          if (walkToolbar(event.nativeEvent, swatches)) event.preventDefault()
          // Keeps the arrow keys from moving along the bar, too.
          event.stopPropagation()
        }}
      >
        {palette.map((color) => (
          <button
            key={color}
            type="button"
            aria-label={tColors(color)}
            title={tColors(color)}
            style={{ background: ownerColor(color).ground }}
            onClick={() => {
              popover.current?.hidePopover()
              onChoose(color)
            }}
          />
        ))}
      </div>
    </>
  )
}
