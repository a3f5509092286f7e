import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { importCalls, type ImportEntry } from '#contract/transfer/import.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { send } from '#web/api/send.ts'
import { promptNamesQuery } from '#web/library/list-prompt-names.ts'
import { PlanNotice } from '#web/library/save-failure.tsx'
import { FolderIcon } from '#web/library/tree/folder-icon.tsx'
import { undoOne, useUndoableCall, useUndoToast } from '#web/library/undo.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { live } from '#web/ui/live-text.tsx'
import styles from './starter-dialog.module.css'
import { starterShelfQuery, type StarterLibrary } from './starter-shelf.ts'

type StarterDialogProps = { open: boolean; onClose: () => void }

/** The starter shelf. Ticked prompts are added to the library. */
export function StarterDialog({ open, onClose }: StarterDialogProps) {
  const t = useTranslations('shelf.starter')
  const errorText = useErrorText()
  const { data } = useQuery(starterShelfQuery(useLanguage()))
  const { data: profile } = useQuery(profileQuery)
  const { data: owned } = useQuery(promptNamesQuery)
  const toastUndo = useUndoToast()
  const add = useUndoableCall(importCalls.importEntries, ['prompts', 'folders', 'counts'])
  const [attempt] = useState(newAttempt)
  const [isBusy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>()

  const library = data?.library
  const names = library?.prompts.map(({ name }) => name) ?? []
  const { prompts: count = 0, promptLimit = null } = profile?.usage ?? {}
  const room = promptLimit === null ? Infinity : Math.max(0, promptLimit - count)
  const hasPlan = profile?.subDetails?.isActive === 1
  const had = new Set(owned?.prompts.map(({ name }) => name))
  const ticked = chosen ?? new Set(names.filter((name) => !had.has(name)).slice(0, room))

  function tick(changed: readonly string[], isOn: boolean) {
    setChosen(isOn ? ticked.union(new Set(changed)) : ticked.difference(new Set(changed)))
  }

  async function take() {
    if (!library) return
    setBusy(true)
    const entries = toEntries(library, ticked)
    const name = t('shelf')
    await add({ attempt, name, total: entries.length, from: 0, entries }, () => {
      onClose()
      toastUndo(t('added', { count: ticked.size }), () =>
        undoOne(send(importCalls.undoImport, { attempt })),
      )
    })
    setBusy(false)
  }

  return (
    <Dialog
      open={open}
      title={t('dialogTitle', { count: names.length || 8 })}
      onCloseRequest={onClose}
    >
      <DialogBody>
        {library?.folders.map(({ id, name, color }) => {
          const inside = library.prompts.filter(({ folderId }) => folderId === id)
          const insideNames = inside.map((prompt) => prompt.name)
          const count = insideNames.filter((name) => ticked.has(name)).length
          const isAll = count === inside.length
          return (
            <fieldset key={id} className={styles.folder}>
              <label>
                <input
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && !isAll
                  }}
                  type="checkbox"
                  checked={isAll}
                  onChange={() => tick(insideNames, !isAll)}
                />
                <FolderIcon color={color} size={16} />
                {name}
              </label>
              {inside.map((prompt) => (
                <label key={prompt.id}>
                  <input
                    type="checkbox"
                    checked={ticked.has(prompt.name)}
                    onChange={({ target }) => tick([prompt.name], target.checked)}
                  />
                  {prompt.name}
                </label>
              ))}
            </fieldset>
          )
        })}
      </DialogBody>
      <DialogFoot>
        <div {...live} className="grow text-13 quiet">
          {profile && !hasPlan && <PlanNotice text={errorText('subscription_missing')} />}
          {profile && hasPlan && room < names.length && (
            <PlanNotice text={t('room', { count: room })} />
          )}
          {profile && hasPlan && promptLimit !== null && room >= names.length && (
            <p>{t('fills', { count: ticked.size, room })}</p>
          )}
        </div>
        <Button
          look="primary"
          data-autofocus
          busy={isBusy}
          disabled={!hasPlan || !owned || ticked.size === 0 || ticked.size > room}
          onClick={() => void take()}
        >
          {t('takeTicked')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The ticked prompts, each after its folder. Folders without ticked prompts are omitted. */
function toEntries({ folders, prompts }: StarterLibrary, ticked: ReadonlySet<string>) {
  const entries: ImportEntry[] = []
  for (const { id, name, color } of folders) {
    const inside = prompts.filter((prompt) => prompt.folderId === id && ticked.has(prompt.name))
    if (inside.length === 0) continue
    const at = entries.push({ kind: 'folder', in: null, name, color }) - 1
    for (const { name, color, prompt, variables } of inside) {
      entries.push({ kind: 'prompt', in: at, name, color, prompt, variables })
    }
  }
  return entries
}
