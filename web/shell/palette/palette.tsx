import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useCommands, type CommandState } from '#web/library/commands.ts'
import { focusedCard } from '#web/library/on-screen.ts'
import { folderPath } from '#web/api/paths.ts'
import { openModal } from '#web/ui/overlays/modals.ts'
import { TypedAhead, replayTypedAhead } from '#web/ui/overlays/typed-ahead.tsx'
import { useCopyPrompt } from '#web/prompts/copying/use-copy-prompt.ts'
import { EntryPicker } from './entry-picker.tsx'
import { KeyNames } from './key-names.tsx'
import styles from './palette.module.css'
import { useEntries } from './use-entries.ts'
import type { Entry } from './use-found.ts'
import { useVerbContext } from './use-verb-context.ts'

type PaletteProps = { open: boolean; onClose: () => void }

/** Finds prompts and folders by a few letters, and runs commands by name. */
export function Palette({ open, onClose }: PaletteProps) {
  const t = useTranslations('palette')
  const { open: openCommand } = useCommands()
  const navigate = useNavigate()
  const copyPrompt = useCopyPrompt()
  // Read before the dialog moves the focus.
  const [card] = useState(focusedCard)
  const contextFor = useVerbContext({ replace: true })
  const [text, setText] = useState('')
  const { entries, isReady, isSearching } = useEntries(text, contextFor(card))
  /** An entry was chosen, and further keys are stored for the dialog that it opens. */
  const [isChosen, setChosen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const close = openModal(element)
    // Before this, the dialog was closed, and the field could not take the focus.
    element.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    replayTypedAhead()
    return close
  }, [open])

  function choose(entry: Entry) {
    switch (entry.kind) {
      case 'prompt':
        return openCommand({ kind: 'view-prompt', prompt: entry.prompt })
      case 'folder':
        // Replaces the palette's history entry, so that going back returns to the screen below.
        return void navigate(folderPath(entry.folder.id), {
          replace: true,
          state: { focusesCard: true } satisfies CommandState,
        })
      case 'verb':
        if (!entry.replacesPalette) onClose()
        return entry.run()
    }
  }

  async function copy(entry: Entry) {
    setChosen(entry.kind === 'prompt')
    if (entry.kind !== 'prompt') return
    if (await copyPrompt(entry.prompt.id, () => choose(entry))) onClose()
    else setChosen(false)
  }

  function onKey({ key, ctrlKey, metaKey }: KeyboardEvent, selected: Entry | undefined) {
    if (key.toLowerCase() !== 'e' || !(ctrlKey || metaKey)) return false
    if (selected?.kind !== 'prompt') return false
    openCommand({ kind: 'update-prompt', prompt: selected.prompt })
    return true
  }

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('title')}
      {...{ closedby: 'none' }}
      onCancel={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (pressedOutside.current && event.target === dialog.current) onClose()
      }}
    >
      <EntryPicker
        label={t('title')}
        placeholder={t('placeholder')}
        text={text}
        onText={setText}
        entries={entries}
        isReady={isReady}
        isSearching={isSearching}
        isChosen={isChosen}
        onWait={setChosen}
        onChoose={(entry, choice) => (choice === 'copy' ? void copy(entry) : choose(entry))}
        onKey={onKey}
        onClose={onClose}
        renderFoot={(selected) => (
          <footer className={styles.foot} aria-hidden>
            <span>
              <KeyNames value={{ key: 'Enter' }} /> {t('open')}
            </span>
            {selected?.kind === 'prompt' && (
              <>
                <span>
                  <KeyNames value={{ key: 'Enter', control: true }} /> {t('copy')}
                </span>
                <span>
                  <KeyNames value={{ key: 'e', control: true }} /> {t('edit')}
                </span>
              </>
            )}
            <span>
              <KeyNames value={{ key: 'Escape' }} />
            </span>
          </footer>
        )}
      >
        {isChosen && <TypedAhead open isOver={false} label={t('title')} />}
      </EntryPicker>
    </dialog>
  )
}
