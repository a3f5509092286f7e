import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  Check,
  ChevronDown,
  ClipboardPaste,
  Clock,
  FileText,
  Plus,
  UserRound,
  X,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/core/limits.ts'
import { kindOf, type Writing } from '#contract/variables/kinds.ts'
import type { Values } from '#contract/variables/fill-in.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { valueCalls } from '#contract/variables/values.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Menu, type MenuEntry } from '#web/ui/controls/menu.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { byName, toList, useKeepsInAccount } from './get-my-values.ts'
import { SaveValuesForm } from './save-values-form.tsx'
import { useKeepInAccount } from './use-keep-in-account.ts'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'
import { FormError } from '#web/ui/controls/field.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { live } from '#web/ui/live-text.tsx'
import { chooseFile, readTextFile, useDroppedFiles } from './text-files.ts'
import styles from './value-tools.module.css'

const pastedCode = lazyCode(() => import('./pasted-values-form.tsx'))

/** The last action, with its undo. Not a toast, because an open dialog would cover it. */
type Done = {
  text: string
  /** Missing for an action that failed. */
  undo?: () => void
  /** Undo is offered while these values are filled in. */
  until?: Values
}

/** Values that can be filled in together: a saved set, or the last copied ones. */
type Kept = { key: string; name: string; values: Values; set?: ValueSet }

export type ValueToolsProps = {
  prompt: Pick<Prompt, 'id' | 'prompt' | 'variables' | 'valueSets'>
  /** The values last copied with the prompt. */
  last: Values | undefined
  /** The current values of the form. */
  values: {
    get: () => Values
    subscribe: (listener: () => void) => () => void
    /** Undefined resets a variable to its default. */
    setAll: (values: ReadonlyMap<string, string | undefined>) => void
  }
  /** The account's own values, which fill in variables initially. */
  ownValues: Values
  writing: Writing
  /** Adds defaults, as the form shows them. */
  withDefaults: (values: Values) => Values
  /** Whether anything typed is not stored elsewhere. */
  hasTyped: () => boolean
  /** Called when the current values are also stored elsewhere. */
  onKept: () => void
}

/**
 * A menu that fills in a prompt with the last copied values, a saved set, JSON, a table row or a text file. Its button
 * shows which of them is filled in.
 */
export function ValueTools(props: ValueToolsProps) {
  const { prompt, last, values, ownValues, writing, withDefaults, hasTyped, onKept } = props
  const t = useTranslations('values')
  const area = useRef<HTMLDivElement>(null)
  const current = useSyncExternalStore(values.subscribe, values.get, values.get)
  const names = useMemo(() => namesToFillIn(prompt), [prompt])
  const isInAccount = useKeepsInAccount()
  const { keepInAccount } = useKeepInAccount(() => toastSuccess(t('keep.kept')))
  const isPhone = useMediaQuery('(max-width: 640px)')
  const [chosen, setChosen] = useState('')
  const [openForm, setOpenForm] = useState<'save' | 'pasted'>()
  const [done, setDone] = useState<Done>()
  const { deleteSet, replaceSet, replacement } = useSetChanges(prompt.id, setDone)
  const lastUsed = useDroppedFiles(area, (file, name) => void insertFile(file, name))
  const { code, failure, retry } = useLazyCode(pastedCode, { isWanted: openForm === 'pasted' })
  if (names.length === 0) return null

  function fillIn(stored: Values) {
    const previous = values.get()
    // Variables without a stored value are reset.
    const next = new Map(names.map((name) => [name, stored.get(name) ?? ownValues.get(name)]))
    const isReplaced =
      hasTyped() &&
      names.some((name) => previous.get(name) && previous.get(name) !== next.get(name))
    values.setAll(next)
    onKept()
    const undo = () => values.setAll(new Map(names.map((name) => [name, previous.get(name)])))
    setDone(isReplaced ? { text: t('replaced'), undo, until: values.get() } : undefined)
    focusCopy()
  }

  /** Changes some values. */
  function change(next: ReadonlyMap<string, string>, text: string) {
    const previous = new Map([...next.keys()].map((name) => [name, values.get().get(name)]))
    values.setAll(next)
    setDone({ text, undo: () => values.setAll(previous), until: values.get() })
  }

  function focusCopy() {
    // The next step is to copy, with the first button of the footer.
    area.current?.closest('footer')?.querySelector('button')?.focus()
  }

  async function insertFile(file: File, name: string | undefined) {
    if (name === undefined) return setDone({ text: t('file.noField') })
    const read = await readTextFile(file)
    if ('problem' in read) {
      const limit = limits.promptLength
      setDone({ text: t(`file.${read.problem}`, { file: file.name, limit }) })
    } else {
      change(new Map([[name, read.text]]), t('file.inserted', { file: file.name, name }))
      focusCopy()
    }
  }

  function closeForm() {
    setOpenForm(undefined)
    area.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  const filledIn = withDefaults(current)
  const isFilledIn = [...filledIn.values()].some((value) => value !== '')
  const lastOfPrompt = last && pick(last, names)
  const kept: Kept[] = prompt.valueSets.map((set) => ({
    key: `set ${set.name}`,
    name: set.name,
    values: byName(set.values),
    set,
  }))
  if (lastOfPrompt && lastOfPrompt.size > 0)
    kept.unshift({ key: 'last', name: t('last'), values: lastOfPrompt })
  const filled = kept.filter((one) => isFilledInWith(one.values, filledIn))
  // Several sets may have the same values.
  const now = filled.find(({ set }) => set?.name === chosen) ?? filled.at(-1)
  const choose = ({ set, values: stored }: Kept) => {
    setChosen(set?.name ?? '')
    fillIn(stored)
  }

  const entries: MenuEntry[] = kept.map((one) => ({
    key: one.key,
    label: one.name,
    isChecked: one === now,
    onPress: () => choose(one),
    ...(one.set && {
      side: {
        label: t('delete', { name: one.name }),
        icon: <X size={16} />,
        onPress: () => one.set && deleteSet(one.set),
      },
    }),
  }))
  if (isFilledIn) {
    const chosenSet = prompt.valueSets.find(({ name }) => name === chosen)
    const isChanged = chosenSet !== undefined && now?.set === undefined
    if (isChanged) {
      entries.push({
        key: 'replace',
        label: t('replaceNamed', { name: chosenSet.name }),
        startsGroup: true,
        onPress: () => replaceSet(chosenSet, filledIn),
      })
    }
    entries.push({
      key: 'save',
      label: t('save'),
      icon: <Plus size={16} />,
      startsGroup: entries.length > 0 && !isChanged,
      onPress: () => setOpenForm('save'),
    })
  }
  if (kept[0]?.key === 'last' && !isInAccount) {
    entries.push({
      key: 'account',
      label: t('keep.account'),
      icon: <UserRound size={16} />,
      note: t('keep.note'),
      startsGroup: true,
      onPress: () => keepInAccount(true),
    })
  }

  const texts = names.filter((name) => takesText(prompt, name))
  if (names.length > 1) {
    entries.push({
      key: 'pasted',
      label: t('pasted.entry'),
      icon: <ClipboardPaste size={16} />,
      startsGroup: entries.length > 0,
      onPress: () => {
        retry()
        setOpenForm('pasted')
      },
    })
  }
  const fileEntry: MenuEntry = {
    key: 'file',
    label: t('file.insert'),
    icon: <FileText size={16} />,
    startsGroup: entries.length > 0 && names.length === 1,
    onPress: () => void insertChosenFile(),
  }
  async function insertChosenFile() {
    const file = await chooseFile()
    if (file) await insertFile(file, fieldForFile())
  }
  const hasEntries = entries.length > 0 || texts.length > 0
  const isLong = (name: string) => kindIn(prompt, name) === 'long'
  const isEmpty = (name: string) => !filledIn.get(name)
  /** The field used last, else the first empty one for a long text, else the first empty one. */
  const fieldForFile = () =>
    texts.find((name) => name === lastUsed) ??
    texts.find((name) => isLong(name) && isEmpty(name)) ??
    texts.find(isEmpty) ??
    texts[0]

  const isCurrent = done !== undefined && (done.until ?? current) === current
  return (
    <>
      <p {...live} className={styles.done} data-done>
        {/* Empty without an action, because it takes the place of the line before it. */}
        {isCurrent && (
          <>
            {done.text}{' '}
            {done.undo && (
              <button
                type="button"
                className={buttonStyles.link}
                // The menu that had the focus is gone.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus={!hasEntries}
                onClick={() => {
                  setDone(undefined)
                  done.undo?.()
                  area.current?.querySelector('button')?.focus()
                }}
              >
                {t('undo')}
              </button>
            )}
          </>
        )}
      </p>
      {openForm === 'pasted' && code && (
        <code.PastedValuesForm
          prompt={prompt}
          writing={writing}
          onFound={(found, text) => {
            setOpenForm(undefined)
            change(found, text)
            focusCopy()
          }}
          onClose={closeForm}
        />
      )}
      {openForm === 'pasted' && failure && <FormError>{t('pasted.loadFailed')}</FormError>}
      {openForm === 'save' && (
        <SaveValuesForm
          promptId={prompt.id}
          sets={prompt.valueSets}
          values={filledIn}
          firstName={chosen}
          onSaved={(set, previous) => {
            setChosen(set.name)
            onKept()
            closeForm()
            setDone(previous && replacement(set, previous))
          }}
          onClose={closeForm}
        />
      )}
      <div ref={area} className={styles.tools}>
        {hasEntries && (
          <Menu
            label={now ? t('filledIn', { name: now.name }) : t('sets')}
            className={styles.menu}
            icon={
              <>
                {/* A check mark alone, without the name, would be meaningless. */}
                {now && !isPhone ? <Check size={15} /> : <Clock size={15} />}
                <bdi className={classNames('ellipsis', styles.label)}>{now?.name ?? t('sets')}</bdi>
                <ChevronDown size={15} className={styles.chevron} />
              </>
            }
            entries={texts.length > 0 ? [...entries, fileEntry] : entries}
          />
        )}
      </div>
    </>
  )
}

/** Deletes and replaces sets, with undo. */
function useSetChanges(promptId: string, onDone: (done: Done) => void) {
  const t = useTranslations('values')
  const remove = useToastedCall(valueCalls.deleteValueSet, { changes: ['value-sets'] })
  const save = useToastedCall(valueCalls.saveValueSet, { changes: ['value-sets'] })
  /** `stored` is the set now saved under this name, or null. */
  const undo = (set: ValueSet, stored: ValueSet | null) => () =>
    save.mutate({ promptId, ...set, former: stored && stored.values })
  const replacement = (set: ValueSet, previous: ValueSet): Done => ({
    text: t('replacedSet', { name: set.name }),
    undo: undo(previous, set),
  })
  return {
    replacement,
    replaceSet: (previous: ValueSet, next: Values) => {
      const set = { name: previous.name, values: toList(next) }
      const done = () => onDone(replacement(set, previous))
      save.mutate({ promptId, ...set, former: previous.values }, { onSuccess: done })
    },
    deleteSet: (set: ValueSet) => {
      const done = { text: t('deleted', { name: set.name }), undo: undo(set, null) }
      const { name, values: previous } = set
      remove.mutate({ promptId, name, former: previous }, { onSuccess: () => onDone(done) })
    },
  }
}

function namesToFillIn({ prompt, variables }: Pick<Prompt, 'prompt' | 'variables'>): string[] {
  const literals = variables.filter((setting) => kindOf(setting) === 'literal')
  const noVariables = new Set(literals.map(({ name }) => name))
  return variableNames(prompt).filter((name) => !noVariables.has(name))
}

function kindIn({ variables }: Pick<Prompt, 'variables'>, name: string) {
  return kindOf(variables.find((setting) => setting.name === name))
}

function takesText(prompt: Pick<Prompt, 'variables'>, name: string): boolean {
  const kind = kindIn(prompt, name)
  return kind === 'text' || kind === 'long'
}

function pick(values: Values, names: readonly string[]): Values {
  return new Map(
    names.flatMap((name) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function isFilledInWith(stored: Values, all: Values): boolean {
  return stored.size > 0 && [...stored].every(([name, value]) => all.get(name) === value)
}
