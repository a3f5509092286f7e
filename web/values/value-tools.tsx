import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { List, Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { kindOf } from '#contract/variables/kinds.ts'
import type { Values } from '#contract/variables/fill-in.ts'
import type { Prompt } from '#contract/prompts.ts'
import { valueCalls } from '#contract/variables/values.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Menu, type MenuEntry } from '#web/ui/controls/menu.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { toastError } from '#web/ui/overlays/toast.ts'
import { byName } from './get-my-values.ts'
import { readLastValues } from './last-values.ts'
import { SaveValuesForm } from './save-values-form.tsx'
import styles from './value-tools.module.css'

/** What was just done, and the way back. Not a toast: those are out of reach below an open dialog. */
type Done = {
  text: string
  undo: () => void
  /** It can be undone as long as these are filled in. */
  until?: Values
}

export type ValueToolsProps = {
  prompt: Pick<Prompt, 'id' | 'prompt' | 'variables' | 'valueSets'>
  /** What is filled in. */
  values: {
    get: () => Values
    subscribe: (listener: () => void) => () => void
    /** Undefined is the default again. */
    setAll: (values: ReadonlyMap<string, string | undefined>) => void
  }
  /** The reader's own values, which fill in variables of their names at first. */
  ownValues: Values
  /** Values as the form shows them, with defaults. */
  withDefaults: (values: Values) => Values
  /** Whether there is something typed that is kept nowhere else. */
  hasTyped: () => boolean
  /** Called when what is filled in is also kept elsewhere. */
  onKept: () => void
}

const iconLook = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The ways to fill in a prompt at once: with what was copied last, or with a set of values. */
export function ValueTools(props: ValueToolsProps) {
  const { prompt, values, ownValues, withDefaults, hasTyped, onKept } = props
  const t = useTranslations('values')
  const area = useRef<HTMLDivElement>(null)
  const current = useSyncExternalStore(values.subscribe, values.get, values.get)
  const names = useMemo(() => namesToFillIn(prompt), [prompt])
  const [last] = useState(() => readLastValues(prompt.id))
  const [chosen, setChosen] = useState('')
  const [isNaming, setNaming] = useState(false)
  const [done, setDone] = useState<Done>()
  const { deleteSet, replacement } = useSetChanges(prompt.id, setDone)
  if (names.length === 0) return null

  function fillIn(kept: Values) {
    const former = values.get()
    // What is not kept is as it is at first, and nothing is left over from before.
    const next = new Map(names.map((name) => [name, kept.get(name) ?? ownValues.get(name)]))
    const isReplaced =
      hasTyped() && names.some((name) => former.get(name) && former.get(name) !== next.get(name))
    values.setAll(next)
    onKept()
    const undo = () => values.setAll(new Map(names.map((name) => [name, former.get(name)])))
    setDone(isReplaced ? { text: t('replaced'), undo, until: values.get() } : undefined)
    // What comes next is to copy: the first button of the foot.
    area.current?.closest('footer')?.querySelector('button')?.focus()
  }

  function closeForm() {
    setNaming(false)
    area.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  const filledIn = withDefaults(current)
  const isFilledIn = [...filledIn.values()].some((value) => value !== '')
  const lastOfPrompt = last && pick(last, names)
  const entries: MenuEntry[] = prompt.valueSets.map((set) => ({
    key: `set ${set.name}`,
    label: set.name,
    onPress: () => {
      setChosen(set.name)
      fillIn(byName(set.values))
    },
    side: {
      label: t('delete', { name: set.name }),
      icon: <X {...iconLook} />,
      onPress: () => deleteSet(set),
    },
  }))
  if (isFilledIn) {
    entries.push({
      label: t('save'),
      icon: <Plus {...iconLook} />,
      startsGroup: entries.length > 0,
      onPress: () => setNaming(true),
    })
  }

  const isUndoable = done !== undefined && (done.until ?? current) === current
  return (
    <>
      <p role="status" className={styles.done}>
        {isUndoable && (
          <>
            {done.text}{' '}
            <button
              type="button"
              className={buttonStyles.link}
              // Where the menu is gone that had the focus.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={entries.length === 0}
              onClick={() => {
                setDone(undefined)
                done.undo()
                area.current?.querySelector('button')?.focus()
              }}
            >
              {t('undo')}
            </button>
          </>
        )}
      </p>
      {isNaming && (
        <SaveValuesForm
          promptId={prompt.id}
          sets={prompt.valueSets}
          values={filledIn}
          firstName={chosen}
          onSaved={(set, former) => {
            setChosen(set.name)
            onKept()
            closeForm()
            setDone(former && replacement(set, former))
          }}
          onClose={closeForm}
        />
      )}
      <div ref={area} className={styles.tools}>
        {lastOfPrompt && lastOfPrompt.size > 0 && (
          <Button
            className={styles.last}
            aria-disabled={isWithin(lastOfPrompt, filledIn) || undefined}
            onClick={() => fillIn(lastOfPrompt)}
          >
            {t('last')}
          </Button>
        )}
        {entries.length > 0 && (
          <Menu
            label={t('sets')}
            className={styles.sets}
            icon={<List {...iconLook} />}
            entries={entries}
          />
        )}
      </div>
    </>
  )
}

/** What is done to sets, and how to bring them back. */
function useSetChanges(promptId: string, onDone: (done: Done) => void) {
  const t = useTranslations('values')
  const errorText = useErrorText()
  const onError = (error: Error) => toastError(errorText(error))
  const remove = useCall(valueCalls.deleteValueSet, { changes: ['value-sets'] })
  const restore = useCall(valueCalls.saveValueSet, { changes: ['value-sets'] })
  /** `stored`: what is stored in its place by now; null for nothing. */
  const undo = (set: ValueSet, stored: ValueSet | null) => () =>
    restore.mutate({ promptId, ...set, former: stored && stored.values }, { onError })
  return {
    deleteSet: (set: ValueSet) => {
      const done = { text: t('deleted', { name: set.name }), undo: undo(set, null) }
      const { name, values: former } = set
      remove.mutate({ promptId, name, former }, { onError, onSuccess: () => onDone(done) })
    },
    replacement: (set: ValueSet, former: ValueSet): Done => ({
      text: t('replacedSet', { name: set.name }),
      undo: undo(former, set),
    }),
  }
}

function namesToFillIn({ prompt, variables }: Pick<Prompt, 'prompt' | 'variables'>): string[] {
  const literals = variables.filter((setting) => kindOf(setting) === 'literal')
  const noVariables = new Set(literals.map(({ name }) => name))
  return variableNames(prompt).filter((name) => !noVariables.has(name))
}

function pick(values: Values, names: readonly string[]): Values {
  return new Map(
    names.flatMap((name) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function isWithin(some: Values, all: Values): boolean {
  return [...some].every(([name, value]) => all.get(name) === value)
}
