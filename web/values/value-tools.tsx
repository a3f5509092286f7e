import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { List, Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import type { Prompt } from '#contract/prompts.ts'
import { valueCalls } from '#contract/variables/values.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { kindOf } from '#contract/variables/variable-settings.ts'
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
    setAll: (values: Values) => void
  }
  /** Whether there is something typed that is kept nowhere else. */
  hasTyped: () => boolean
  /** Called when what is filled in is also kept elsewhere. */
  onKept: () => void
}

const iconLook = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The ways to fill in a prompt at once: with what was copied last, or with a set of values. */
export function ValueTools({ prompt, values, hasTyped, onKept }: ValueToolsProps) {
  const t = useTranslations('values')
  const area = useRef<HTMLDivElement>(null)
  const current = useSyncExternalStore(values.subscribe, values.get, values.get)
  const names = useMemo(() => namesToFillIn(prompt), [prompt])
  const [last] = useState(() => readLastValues(prompt.id))
  const [chosen, setChosen] = useState('')
  const [isNaming, setNaming] = useState(false)
  const [done, setDone] = useState<Done>()
  const deleteSet = useDeletion(prompt.id, setDone)
  if (names.length === 0) return null

  function fillIn(kept: Values) {
    const former = values.get()
    const isReplaced = hasTyped() && names.some((name) => former.get(name) && kept.has(name))
    values.setAll(pick(kept, names))
    onKept()
    const undo = () => values.setAll(pick(former, names))
    setDone(isReplaced ? { text: t('replaced'), undo, until: values.get() } : undefined)
    // What comes next is to copy: the first button of the foot.
    area.current?.closest('footer')?.querySelector('button')?.focus()
  }

  function closeForm() {
    setNaming(false)
    area.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  const filledIn = pick(current, names)
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
          onSaved={(name) => {
            setChosen(name)
            onKept()
            closeForm()
          }}
          onClose={closeForm}
        />
      )}
      <div ref={area} className={styles.tools}>
        {lastOfPrompt && lastOfPrompt.size > 0 && (
          <Button
            className={styles.last}
            aria-disabled={isWithin(lastOfPrompt, current) || undefined}
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

/** Deletes a set, and says how to bring it back. */
function useDeletion(promptId: string, onDone: (done: Done) => void) {
  const t = useTranslations('values')
  const errorText = useErrorText()
  const onError = (error: Error) => toastError(errorText(error))
  const remove = useCall(valueCalls.deleteValueSet, { changes: ['value-sets'] })
  const restore = useCall(valueCalls.saveValueSet, { changes: ['value-sets'] })
  return (set: ValueSet) => {
    const undo = () => restore.mutate({ promptId, ...set }, { onError })
    const done = { text: t('deleted', { name: set.name }), undo }
    remove.mutate({ promptId, name: set.name }, { onError, onSuccess: () => onDone(done) })
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
