import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import {
  CopyPlus,
  FileUp,
  FolderInput,
  Link2,
  Link2Off,
  MoreHorizontal,
  Palette,
  Pencil,
  SquareSlash,
  Star,
  StarOff,
  Trash2,
  X,
} from 'lucide-react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { palette } from '#contract/core/colors.ts'
import type { SelectionVerbs } from '#web/library/on-screen.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Menu, type MenuEntry } from '#web/ui/controls/menu.tsx'
import { setTabStop, walkToolbar } from '#web/ui/controls/walk-toolbar.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import { clearSelection, type Item } from './selection.ts'
import styles from './selection.module.css'
import { ShareQuestion } from './share-question.tsx'
import { useSelectionActions } from './use-selection-actions.ts'

type SelectionBarProps = {
  chosen: readonly Item[]
  verbs: SelectionVerbs
  /** Returns the shortcut for a button's action, if there is one. */
  shortcutOf: (verb: keyof SelectionVerbs) => BarShortcut | undefined
  onEdit: (item: Item) => void
  onExport: () => void
}

type BarShortcut = { keys: string; names: string }

/**
 * A toolbar of actions on the selected items. On a phone, the most frequent ones are at the bottom of the screen, and
 * the others are in a menu, with the actions on a single item that its row has no button for.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { chosen, verbs, shortcutOf, onEdit, onExport } = props
  const t = useTranslations('selection')
  const tLibrary = useTranslations('library.actions')
  const isPhone = useMediaQuery('(width <= 640px)')
  const bar = useRef<HTMLDivElement>(null)
  const actions = useSelectionActions()
  const prompts = chosen.flatMap((item) => (item.kind === 'prompt' ? [item.card] : []))
  const privateCount = prompts.filter(({ isPublic }) => isPublic === 0).length
  const sharing = useDialog()
  const isAllStarred = chosen.every(({ card }) => card.isFavourite === 1)

  const [only] = chosen.length === 1 ? chosen : []
  const others: (MenuEntry & { verb?: keyof SelectionVerbs; isIconic?: boolean })[] = [
    // The button disappears after its action, and must not move the next one under the pointer.
    ...(prompts.some(({ shortName }) => shortName === null)
      ? [
          {
            label: t('giveShortNames'),
            icon: <SquareSlash size={17} />,
            onPress: () => void actions.giveShortNames(chosen),
          },
        ]
      : []),
    {
      label: t('copy'),
      icon: <CopyPlus size={17} />,
      verb: 'duplicate',
      isIconic: true,
      onPress: verbs.duplicate,
    },
    {
      label: t(isAllStarred ? 'unstar' : 'star'),
      icon: isAllStarred ? <StarOff size={17} /> : <Star size={17} />,
      verb: 'star',
      isIconic: true,
      onPress: verbs.star,
    },
    ...(privateCount > 0
      ? [{ label: t('share'), icon: <Link2 size={17} />, onPress: sharing.open }]
      : []),
    ...(prompts.some(({ isPublic }) => isPublic === 1)
      ? [
          {
            label: t('unshare'),
            icon: <Link2Off size={17} />,
            onPress: () => void actions.unshare(chosen),
          },
        ]
      : []),
    { label: t('export'), icon: <FileUp size={17} />, isIconic: true, onPress: onExport },
  ]
  const edit = only && {
    label: tLibrary('edit'),
    icon: <Pencil size={17} />,
    onPress: () => onEdit(only),
  }

  const tools = () => [
    ...(bar.current?.querySelectorAll<HTMLElement>('[data-tool], [aria-haspopup]') ?? []),
  ]
  useLayoutEffect(() => {
    const all = tools()
    setTabStop(all, all.find((tool) => tool === document.activeElement) ?? all[0])
  })
  return (
    <>
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
          <BarButton label={t('move')} shortcut={shortcutOf('move')} onPress={verbs.move}>
            <FolderInput size={17} />
          </BarButton>
          <Colors onChoose={(color) => void actions.recolour(chosen, color)} />
          {!isPhone &&
            others.map(({ label, icon, verb, isIconic, onPress }) => (
              <BarButton
                key={label}
                label={label}
                shortcut={verb && shortcutOf(verb)}
                isIconic={isIconic}
                onPress={onPress}
              >
                {icon}
              </BarButton>
            ))}
          <BarButton
            label={t('delete')}
            shortcut={shortcutOf('delete')}
            isDestructive
            onPress={verbs.delete}
          >
            <Trash2 size={17} />
          </BarButton>
          {isPhone && (
            <Menu
              label={t('moreActions')}
              className={styles.act}
              icon={
                <>
                  <MoreHorizontal size={17} />
                  <span>{t('more')}</span>
                </>
              }
              entries={edit ? [edit, ...others] : others}
            />
          )}
        </div>
      </div>
      {sharing.isShown &&
        // Inside the bar, it would be hidden with the rest of the toolbar.
        createPortal(
          <ShareQuestion
            key={sharing.opening}
            open={sharing.isOpen}
            count={privateCount}
            onShare={() => void actions.share(chosen)}
            onClose={sharing.close}
          />,
          document.body,
        )}
    </>
  )
}

type BarButtonProps = {
  label: string
  shortcut?: BarShortcut | undefined
  isDestructive?: boolean
  /** Whether its icon is enough if there is no room for all labels. */
  isIconic?: boolean | undefined
  onPress: () => void
  children: ReactNode
}

function BarButton(props: BarButtonProps) {
  const { label, shortcut, isDestructive = false, isIconic, onPress, children } = props
  return (
    <button
      type="button"
      data-tool
      title={shortcut ? `${label} (${shortcut.names})` : label}
      aria-keyshortcuts={shortcut?.keys}
      data-iconic={isIconic || undefined}
      className={classNames(styles.act, isDestructive && 'red')}
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
    const { top, bottom, right } = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = popover.current
    const left = Math.max(8, right - offsetWidth)
    const below = bottom + 4
    const above = top - offsetHeight - 4
    const place = below + offsetHeight < innerHeight ? below : above
    Object.assign(popover.current.style, { top: `${place}px`, left: `${left}px` })
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
        // Focusable, so that a click between the colours keeps the focus here.
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
