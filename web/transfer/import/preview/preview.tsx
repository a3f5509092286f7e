import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { defaultColor } from '#contract/core/colors.ts'
import { limits } from '#contract/core/limits.ts'
import { languages } from '#languages/languages.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { InvisibleCharacters } from '#web/library/invisible/invisible-characters.tsx'
import { toFolderTree } from '#web/library/tree/folder-tree.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { PlanNotice } from '#web/library/save-failure.tsx'
import { useErrorText } from '#web/api/error-text.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { hasPlans } from '#web/api/server-has.ts'
import type { ColumnChoice, FormatOptions } from '#contract/transfer/formats/format.ts'
import type { Reading, Source } from '#web/transfer/reading/reading.ts'
import { bdi } from '#web/ui/bdi.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import styles from '#web/transfer/import/import-dialog.module.css'
import { ImportList } from './import-list.tsx'
import {
  countTicks,
  inNewFolder,
  setTick,
  tickAll,
  tickedLibrary,
  tickFirst,
  tickNone,
  tickOf,
  toImportTree,
  type ImportTree,
  type Item,
  type Ticks,
} from './import-tree.ts'
import { ProblemList } from './problem-list.tsx'
import { startImport } from '#web/transfer/import/run-import.ts'
import { live } from '#web/ui/live-text.tsx'
import { TableColumns } from './table-columns.tsx'
import { useNewTrash, useSamePrompts } from './use-same-prompts.ts'
import { isNameTooLong, WhereTo, type Destination } from './where-to.tsx'

/** Files with more prompts outside folders than this are imported into a new folder by default. */
const fewPrompts = 3

/** The maximum number of listed names of converted variables. */
const mostListed = 12

type PreviewProps = {
  sources: readonly Source[]
  reading: Reading
  /** The files are being read again with other options. */
  isReading: boolean
  options: FormatOptions
  folderId: string | null
  onOptions: (options: FormatOptions) => void
  onOthers: () => void
  onCancel: () => void
}

/**
 * Shows what the files contain, and asks what to import and where to. Nothing is saved before the user clicks the
 * button.
 */
export function Preview(props: PreviewProps) {
  const { sources, reading, isReading, options, folderId, onOptions, onOthers, onCancel } = props
  const t = useTranslations('import')
  const tLibrary = useTranslations('library')
  const errorText = useErrorText()
  const { library, problems, tables, takenOver, converted } = reading
  const tree = useMemo(() => toImportTree(library), [library])
  const folders = useQuery(folderTreeQuery).data
  const folderTree = useMemo(() => folders && toFolderTree(folders), [folders])
  const [destination, setDestination] = useState<Destination>({
    folderId,
    hasNewFolder: library.prompts.filter((prompt) => prompt.folderId === null).length > fewPrompts,
    newFolder: undefined,
  })
  const proposed = useProposedName(folderTree?.foldersIn(destination.folderId))
  const newFolder = destination.newFolder ?? proposed
  const { existing, same, ...prompts } = useSamePrompts(
    library,
    folderTree,
    destination.hasNewFolder ? undefined : destination.folderId,
  )
  const newTrash = useNewTrash(library)
  const isComparing = prompts.isComparing || newTrash.isComparing
  const { ticks, setTicks } = useTicks(tree, same)
  const counts = useMemo(() => countTicks(tree, ticks), [tree, ticks])
  const [hasTrash, setHasTrash] = useState(true)
  const plan = usePlanRoom()

  const trashed = newTrash.rest.trashedPrompts.length
  const isTooMuch = plan !== undefined && counts.all > plan.room
  const ticked = ticks.reduce((sum, tick) => sum + tick, 0)
  const isAll = ticked === ticks.length - tree.tooLong.size
  const hasNew =
    counts.all > 0 ||
    library.folders.some(
      ({ id }, at) =>
        tickOf(tree, ticks, counts, { kind: 'folder', at }) === true && !existing.has(id),
    )
  const [first] = sources
  const name = sources.length === 1 ? (first?.path ?? '') : t('files', { count: sources.length })

  function start() {
    const ticked = tickedLibrary({ ...tree, library: newTrash.rest }, ticks, hasTrash)
    const named = newFolder.trim() || proposed
    void startImport({
      library: destination.hasNewFolder ? inNewFolder(ticked, named, defaultColor) : ticked,
      name: name.slice(-limits.nameLength).toWellFormed() || t('files', { count: 1 }),
      folderId: destination.folderId,
      newFolder: destination.hasNewFolder ? named : null,
      existing,
    })
  }
  const chooseColumns = (path: string, choice: ColumnChoice) =>
    onOptions({ ...options, columns: { ...options.columns, [path]: choice } })

  return (
    <>
      <DialogBody>
        <div className="stack one-column gap-16" aria-busy={isReading}>
          <div>
            <p className="text-16 bold breaks">
              {t.rich('summary', {
                prompts: library.prompts.length,
                folders: library.folders.length,
                name,
                bdi,
              })}
            </p>
            <p className="text-13 quiet above-4">
              {reading.formats.map(({ id }) => t(`formats.${id}`)).join(', ')}
              {same.size > 0 && ` · ${t('sameCount', { count: same.size })}`}
              {tree.tooLong.size > 0 && ` · ${t('tooLongCount', { count: tree.tooLong.size })}`}
            </p>
            <button type="button" className={buttonStyles.link} onClick={onOthers}>
              {t('others')}
            </button>
          </div>
          {plan && (!plan.name || isTooMuch) && (
            <div role="status" className={styles.refusal}>
              <PlanNotice
                text={
                  plan.name === undefined
                    ? errorText('subscription_missing')
                    : t(hasPlans() ? 'plan.tooMany' : 'plan.tooManyWithoutPlan', {
                        plan: plan.name,
                        room: plan.room,
                        count: counts.all,
                      })
                }
              />
              {plan.name !== undefined && plan.room > 0 && (
                <Button onClick={() => setTicks(tickFirst(tree, ticks, plan.room))}>
                  {t('plan.takeFirst', { count: plan.room })}
                </Button>
              )}
            </div>
          )}
          <ProblemList problems={problems} />
          <InvisibleCharacters found={reading.invisible} withTitles />
          {tables.map((table) => (
            <TableColumns
              key={table.path}
              table={table}
              onChoose={(choice) => chooseColumns(table.path, choice)}
            />
          ))}
          <div className="stack one-column gap-8">
            <label className={styles.check}>
              <input
                ref={(box) => {
                  if (box) box.indeterminate = ticked > 0 && !isAll
                }}
                type="checkbox"
                checked={isAll}
                onChange={() => setTicks(isAll ? tickNone(tree) : tickAll(tree))}
              />
              {t('everything')}
            </label>
            <ImportList
              tree={tree}
              ticks={ticks}
              counts={counts}
              same={same}
              onTick={(item: Item, isOn) => setTicks(setTick(tree, ticks, item, isOn))}
            />
          </div>
          {folderTree && (
            <WhereTo
              tree={folderTree}
              destination={destination}
              proposed={proposed}
              onChange={setDestination}
            />
          )}
          {(takenOver > 0 || !options.takeOver) && (
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={options.takeOver}
                onChange={({ target }) => onOptions({ ...options, takeOver: target.checked })}
              />
              <span>
                {t('takeOver', { count: takenOver })}
                {converted.length > 0 && (
                  <small className={styles.converted}>
                    {t('converted', {
                      names: converted.slice(0, mostListed).join(', '),
                      rest: Math.max(0, converted.length - mostListed),
                    })}
                  </small>
                )}
              </span>
            </label>
          )}
          {trashed > 0 && (
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={hasTrash}
                onChange={({ target }) => setHasTrash(target.checked)}
              />
              {t('trash', { count: trashed })}
            </label>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        <p {...live} className="grow text-13 quiet">
          {isComparing && t('comparing')}
          {(prompts.hasFailed || newTrash.hasFailed) && t('notCompared')}
        </p>
        <Button onClick={onCancel}>{tLibrary('actions.cancel')}</Button>
        <Button
          look="primary"
          data-autofocus
          busy={isReading || isComparing}
          disabled={
            (!hasNew && !(hasTrash && trashed > 0)) ||
            isTooMuch ||
            isNameTooLong(destination) ||
            plan?.name === undefined
          }
          onClick={start}
        >
          {t('submit', { count: counts.all })}
        </Button>
      </DialogFoot>
    </>
  )
}

/** Ticks. Initially, everything that the library does not have. */
function useTicks(tree: ImportTree, same: ReadonlySet<number>) {
  const [chosen, setChosen] = useState<{ tree: ImportTree; same: typeof same; ticks: Ticks }>()
  const ticks = useMemo(() => {
    if (chosen?.tree !== tree) return tickAll(tree, same)
    if (chosen.same === same) return chosen.ticks
    const next = chosen.ticks.slice()
    for (const at of chosen.same) next[at] = 1
    for (const at of same) next[at] = 0
    return next
  }, [tree, same, chosen])
  return { ticks, setTicks: (ticks: Ticks) => setChosen({ tree, same, ticks }) }
}

/**
 * Returns a name such as "22 Nov 2026, imported", with a number after the date if a sibling has it already. Both come
 * first,
 * since the sidebar shows only the beginning.
 */
function useProposedName(siblings: readonly { name: string }[] = []): string {
  const t = useTranslations('import.whereTo')
  const { locale } = languages[useLanguage()]
  const [today] = useState(() => new Date())
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(today)
  const taken = new Set(siblings.map((folder) => folder.name))
  for (let number = 1; ; number++) {
    const proposed = t('proposed', { date: number === 1 ? date : `${date} (${number})` })
    if (!taken.has(proposed)) return proposed
  }
}

/** Returns the plan's name, undefined without a plan, and how many prompts still fit. */
function usePlanRoom(): { name: string | undefined; room: number } | undefined {
  const { data: profile } = useQuery(profileQuery)
  if (!profile) return undefined
  const { prompts, promptLimit } = profile.usage
  const details = profile.subDetails
  return {
    name: details?.isActive === 1 ? details.name : undefined,
    room: Math.max(0, (promptLimit ?? limits.prompts) - prompts),
  }
}
