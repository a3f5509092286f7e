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
import { useActs } from './use-acts.ts'

type SelectionBarProps = {
  chosen: readonly Item[]
  /** Asks where to. */
  onPlace: (mode: 'move' | 'copy') => void
  onExport: () => void
}

/** What can be done with all that is chosen. */
export function SelectionBar({ chosen, onPlace, onExport }: SelectionBarProps) {
  const t = useTranslations('selection')
  const bar = useRef<HTMLDivElement>(null)
  const acts = useActs()
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
        <X size={18} strokeWidth={1.5} />
      </IconButton>
      <span className="shrinks text-14 medium ellipsis">
        {t('count', { count: chosen.length })}
      </span>
      <div className="flex gap-4 grow">
        <Act label={t('move')} onPress={() => onPlace('move')}>
          <FolderInput size={17} strokeWidth={1.5} />
        </Act>
        <Act label={t('copy')} onPress={() => onPlace('copy')}>
          <CopyPlus size={17} strokeWidth={1.5} />
        </Act>
        <Colors onChoose={(color) => void acts.recolour(chosen, color)} />
        <Act
          label={t(isAllStarred ? 'unstar' : 'star')}
          onPress={() => void acts.star(chosen, !isAllStarred)}
        >
          {isAllStarred ? (
            <StarOff size={17} strokeWidth={1.5} />
          ) : (
            <Star size={17} strokeWidth={1.5} />
          )}
        </Act>
        {prompts.some(({ isPublic }) => isPublic === 1) && (
          <Act label={t('unshare')} onPress={() => void acts.unshare(chosen)}>
            <Link2Off size={17} strokeWidth={1.5} />
          </Act>
        )}
        <Act label={t('export')} onPress={onExport}>
          <FileUp size={17} strokeWidth={1.5} />
        </Act>
        <Act label={t('delete')} isDestructive onPress={() => void acts.remove(chosen)}>
          <Trash2 size={17} strokeWidth={1.5} />
        </Act>
      </div>
    </div>
  )
}

type ActProps = {
  label: string
  isDestructive?: boolean
  onPress: () => void
  children: ReactNode
}

function Act({ label, isDestructive = false, onPress, children }: ActProps) {
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

/** The palette, in a popover below its button. */
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
        <Palette size={17} strokeWidth={1.5} />
        <span>{t('color')}</span>
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="group"
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
          // The bar's arrows are another toolbar's.
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
