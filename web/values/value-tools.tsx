import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { List, Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { kindOf } from '#contract/variables/kinds.ts'
import type { Values } from '#contract/variables/fill-in.ts'
import type { Prompt } from '#contract/prompts.ts'
import { valueCalls } from '#contract/variables/values.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Menu, type MenuEntry } from '#web/ui/controls/menu.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { byName } from './get-my-values.ts'
import { readLastValues } from './last-values.ts'
import { SaveValuesForm } from './save-values-form.tsx'
import styles from './value-tools.module.css'

/** The last action, with its undo. Not a toast, which an open dialog would cover. */
type Done = {
  text: string
  undo: () => void
  /** Undo is offered while these are filled in. */
  until?: Values
}

export type ValueToolsProps = {
  prompt: Pick<Prompt, 'id' | 'prompt' | 'variables' | 'valueSets'>
  /** The current values of the form. */
  values: {
    get: () => Values
    subscribe: (listener: () => void) => () => void
    /** Undefined resets a variable to its default. */
    setAll: (values: ReadonlyMap<string, string | undefined>) => void
  }
  /** The account's own values, which fill in variables initially. */
  ownValues: Values
  /** Adds defaults, as the form shows them. */
  withDefaults: (values: Values) => Values
  /** Whether anything typed is not stored elsewhere. */
  hasTyped: () => boolean
  /** Called when the current values are also stored elsewhere. */
  onKept: () => void
}

/** Buttons that fill in a prompt at once, with the last copied values or a saved set. */
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

  function fillIn(stored: Values) {
    const former = values.get()
    // Variables without a stored value are reset.
    const next = new Map(names.map((name) => [name, stored.get(name) ?? ownValues.get(name)]))
    const isReplaced =
      hasTyped() && names.some((name) => former.get(name) && former.get(name) !== next.get(name))
    values.setAll(next)
    onKept()
    const undo = () => values.setAll(new Map(names.map((name) => [name, former.get(name)])))
    setDone(isReplaced ? { text: t('replaced'), undo, until: values.get() } : undefined)
    // The next step is to copy, by the first button of the footer.
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
      icon: <X size={16} />,
      onPress: () => deleteSet(set),
    },
  }))
  if (isFilledIn) {
    entries.push({
      label: t('save'),
      icon: <Plus size={16} />,
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
              // The menu that had the focus is gone.
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
            icon={<List size={16} />}
            entries={entries}
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
  const restore = useToastedCall(valueCalls.saveValueSet, { changes: ['value-sets'] })
  /** `stored` is the set now saved under this name, or null. */
  const undo = (set: ValueSet, stored: ValueSet | null) => () =>
    restore.mutate({ promptId, ...set, former: stored && stored.values })
  return {
    deleteSet: (set: ValueSet) => {
      const done = { text: t('deleted', { name: set.name }), undo: undo(set, null) }
      const { name, values: former } = set
      remove.mutate({ promptId, name, former }, { onSuccess: () => onDone(done) })
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
