import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
} from 'react'
import { useTranslations } from 'use-intl'
import { kindOf } from '#contract/variables/kinds.ts'
import {
  convertVariables,
  type ForeignVariable,
} from '#contract/variables/other-forms/other-forms.ts'
import { findRename, withRename, type Rename } from '#contract/variables/renames.ts'
import { isLongerThan, limits } from '#contract/core/limits.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import {
  applyChanges,
  codeNames,
  nameProblem,
  renameVariable,
  withNamed,
  wrapWords,
} from '#contract/variables/variable-edits.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useIsMobile } from '#web/ui/use-media-query.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import { AddVariableButton } from './add-variable-button.tsx'
import { EditorLine } from './editor-line.tsx'
import { FloatingAddVariable } from './floating-add-variable.tsx'
import { LiteralNames } from './literal-names.tsx'
import { mountEditor, type EditorStart, type MountedEditor } from './mount-editor.ts'
import { NameVariable } from './name-variable.tsx'
import { OtherFormsLine, useOtherFormsText } from './other-forms-line.tsx'
import styles from './prompt-editor.module.css'
import { settingOf, withNewName, withSetting } from './settings/setting-edits.ts'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { VariableChips } from './variable-chips.tsx'
import type { SelectionPosition } from './watch-selection.ts'

/** A prompt as the user edits it. */
export type EditedPrompt = {
  /** The body without markup. */
  text: string
  /** Names that are variables although they look like code. */
  named: readonly string[]
  /** Settings of variables in the text, and of some removed from it. */
  variables: readonly VariableSetting[]
  /** Names changed since the text was opened. */
  renames: readonly Rename[]
}

/** The variable whose settings are open. */
export type Opened = {
  name: string
  /** Distinguishes one opening from the next; a renamed variable stays open. */
  opening: number
  /** How many saves have failed because of these settings. */
  refusals: number
}

/** A variable that was just made of a selection, and whose name is being asked for. */
type Naming = { name: string; place: SelectionPosition | undefined; moreCount: number }

type EditorAreaProps = Omit<EditedPrompt, 'text'> & {
  /** The state to continue from. */
  initial: EditorStart
  label: string
  error: string | undefined
  opened: Opened | undefined
  onOpened: (change: (opened: Opened | undefined) => Opened | undefined) => void
  /** Previews a variable as readers see it. */
  sample: ComponentType<{ setting: VariableSetting }>
  onChange: (change: Partial<EditedPrompt>) => void
  onMount: (editor: MountedEditor | undefined) => void
}

/** Up to this many names that look like code cause no question. */
const fewNames = 2

/** CodeMirror, the button for a selection, and the variables below. */
export function EditorArea(props: EditorAreaProps) {
  const {
    initial,
    label,
    error,
    named,
    variables,
    renames,
    opened,
    onOpened,
    onChange,
    sample: Sample,
  } = props
  const t = useTranslations('prompt.editor')
  const words = useTranslations('editor')
  const formsText = useOtherFormsText()
  const isMobile = useIsMobile()
  const panelId = useId()
  const host = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const editor = useRef<MountedEditor>(undefined)
  /** The text that was last searched for names, or changed by a command, which makes its own announcement. */
  const looked = useRef(initial.text)
  const [text, setText] = useState(initial.text)
  const [selection, setSelection] = useState<SelectionPosition>()
  const [naming, setNaming] = useState<Naming>()
  const [announcement, setAnnouncement] = useState('')
  const [converted, setConverted] = useState<readonly ForeignVariable[]>()
  const [firstNamed] = useState(named)

  const overrides = useNameOverrides(named, variables)
  // Deferred: the lists may lag behind typing, but typing must never wait for the lists.
  const settled = useDeferredValue(text)
  const found = useSameList(
    useMemo(() => variableNames(settled, overrides.named), [settled, overrides]),
  )
  const code = useSameList(useMemo(() => codeNames(settled, overrides.named), [settled, overrides]))
  const names = useSameList(found.filter((name) => !overrides.literal.has(name)))
  const known = useRef(names)
  const literals = found.filter((name) => overrides.literal.has(name))
  const likeCode = names.filter((name) => firstNamed.includes(name))
  const openName =
    opened && (found.includes(opened.name) || settled !== text) ? opened.name : undefined

  // Closed, because the next letter would open them again, and they would take the focus from the editor.
  const isOpenedGone = opened !== undefined && openName === undefined
  useEffect(() => {
    if (isOpenedGone) onOpened(() => undefined)
  }, [isOpenedGone, onOpened])

  const hint = t('hint')
  const texts = useMemo(
    () => ({ label, placeholder: t('placeholder'), description: error ?? hint, invalid: !!error }),
    [label, error, hint, t],
  )

  const askName = (name: string) => {
    const places = wrapWords(editor.current?.text() ?? '', name, overrides.named)
    setNaming({ name, place: isMobile ? undefined : selection, moreCount: places.length / 2 })
  }
  const announceMade = (names: readonly string[]) =>
    setAnnouncement(words('madeVariable', { count: names.length, name: names[0] ?? '' }))
  const addNamed = useEffectEvent((added: readonly string[], text: string) => {
    const next = withNamed(text, added, overrides.named)
    if (next !== overrides.named) onChange({ named: [...next] })
    looked.current = text
  })
  const follow = useEffectEvent((forms: readonly ForeignVariable[] | undefined) => {
    setConverted(forms)
    if (!forms) return
    setAnnouncement(formsText('takenOver', forms))
    const { settings } = convertVariables(forms)
    const added = settings.filter(({ name }) => !variables.some((known) => known.name === name))
    if (added.length > 0) onChange({ variables: [...variables, ...added] })
  })
  const added = useEffectEvent((name: string) => askName(name))
  const mount = useEffectEvent((element: HTMLElement) =>
    mountEditor(element, {
      start: initial,
      texts,
      overrides,
      onText: (next) => {
        setText(next)
        onChange({ text: next })
      },
      onAdded: (name) => added(name),
      onNamed: (added, text) => addNamed(added, text),
      onConverted: (forms) => follow(forms),
      onSelection: setSelection,
    }),
  )
  const reportMount = useEffectEvent((mounted: MountedEditor | undefined) => {
    props.onMount(mounted)
    if (initial.hasFocus) mounted?.focus()
  })

  // In the same commit, so that the next key press reaches the editor.
  useLayoutEffect(() => {
    if (!host.current) return
    const mounted = mount(host.current)
    editor.current = mounted
    reportMount(mounted)
    return () => {
      reportMount(undefined)
      mounted.destroy()
    }
  }, [])

  useEffect(() => {
    editor.current?.setTexts(texts)
  }, [texts])
  useEffect(() => {
    editor.current?.setOverrides(overrides)
  }, [overrides])

  const followNames = useEffectEvent((text: string, names: string[]) => {
    // While a name is being retyped, its braces are empty for a moment.
    if (/\{\s*\}/.test(text)) return
    const added = names.filter((name) => !known.current.includes(name))
    known.current = names
    if (text === looked.current) return
    const rename = findRename(looked.current, text, overrides.named, overrides.named)
    looked.current = text
    if (rename)
      onChange({
        variables: withNewName(variables, rename),
        renames: withRename(renames, rename),
      })
    else if (added.length > 0) announceMade(added)
  })
  useEffect(() => followNames(settled, names), [settled, names])

  const addVariable = () => {
    const name = editor.current?.addVariable()
    if (name !== undefined) askName(name)
  }
  const open = useCallback(
    (name: string) =>
      onOpened((opened) =>
        opened?.name === name
          ? undefined
          : { name, opening: (opened?.opening ?? 0) + 1, refusals: 0 },
      ),
    [onOpened],
  )
  const removeVariable = useCallback(
    (name: string) => {
      editor.current?.removeVariable(name)
      onOpened((opened) => (opened?.name === name ? undefined : opened))
      setAnnouncement(t('removed', { name }))
    },
    [onOpened, t],
  )
  const makeVariable = (name: string) => {
    onChange({ named: [...named, name] })
    announceMade([name])
    editor.current?.focus()
  }

  const close = () => {
    onOpened(() => undefined)
    const chip = foot.current?.querySelector<HTMLElement>(
      `[data-settings="${CSS.escape(openName ?? '')}"]`,
    )
    if (chip?.checkVisibility()) chip.focus()
    else editor.current?.focus()
  }

  const rename = (name: string, nextName: string) => {
    const before = editor.current?.text() ?? text
    const problem = nameProblem(before, nextName, overrides.named)
    if (problem) return problem
    changeName(before, name, nextName)
    const change = { from: name, to: nextName }
    onChange({ variables: withNewName(variables, change), renames: withRename(renames, change) })
    onOpened((opened) => opened && { ...opened, name: nextName })
    setAnnouncement(words('renamed', { name, next: nextName }))
    return undefined
  }

  /** Merges a variable with another one of the text, whose settings are then used. */
  const merge = (name: string, other: string) => {
    changeName(editor.current?.text() ?? text, name, other)
    onChange({ variables: variables.filter((setting) => setting.name !== name) })
    onOpened((opened) => (opened?.name === name ? undefined : opened))
    setAnnouncement(words('merged', { name, other }))
  }

  const changeName = (before: string, name: string, nextName: string) => {
    const renamed = applyChanges(before, renameVariable(before, name, nextName, overrides.named))
    const kept = variableNames(before, overrides.named).map((one) =>
      one === name ? nextName : one,
    )
    editor.current?.renameVariable(name, nextName)
    looked.current = renamed
    onChange({ named: [...withNamed(renamed, kept, overrides.named)] })
  }

  const nameAdded = (name: string, nextName: string, isAll: boolean) => {
    if (isAll) editor.current?.addVariables(name)
    if (nextName !== name) {
      if (names.includes(nextName)) {
        merge(name, nextName)
        return undefined
      }
      const problem = isLongerThan(nextName, limits.nameLength) ? 'tooLong' : rename(name, nextName)
      if (problem) return words(`settings.nameProblems.${problem}`, { name: nextName })
    }
    announceMade([nextName])
    return undefined
  }

  return (
    <>
      <div ref={host} className={classNames(styles.box, error && styles.invalid)} />
      {selection && !isMobile && <FloatingAddVariable place={selection} onPress={addVariable} />}
      {naming && (
        <NameVariable
          key={naming.name}
          {...naming}
          others={names.filter((name) => name !== naming.name)}
          onName={(nextName, isAll) => nameAdded(naming.name, nextName, isAll)}
          onClose={(isReturning) => {
            setNaming(undefined)
            if (isReturning) editor.current?.focus()
          }}
        />
      )}
      <div ref={foot} className={styles.foot}>
        {selection && isMobile && <AddVariableButton onPress={addVariable} />}
        {names.length > 0 && (
          <VariableChips
            names={names}
            settings={variables}
            opened={openName}
            panelId={panelId}
            onOpen={open}
            onRemove={removeVariable}
          />
        )}
        {names.length === 0 && !(selection && isMobile) && <p className="text-13 quiet">{hint}</p>}
        {code.length + literals.length > 0 && (
          <LiteralNames
            code={code}
            literals={literals}
            opened={openName}
            panelId={panelId}
            onName={makeVariable}
            onOpen={open}
          />
        )}
      </div>
      {opened && openName !== undefined && (
        <SettingsPanel
          key={opened.opening}
          id={panelId}
          setting={settingOf(variables, openName)}
          refusals={opened.refusals}
          sample={<Sample setting={settingOf(variables, openName)} />}
          onChange={(setting) => onChange({ variables: withSetting(variables, setting) })}
          onRename={(nextName) => rename(openName, nextName)}
          onMerge={(other) => names.includes(other) && (() => merge(openName, other))}
          onClose={close}
        />
      )}
      {likeCode.length > fewNames && (
        <EditorLine
          text={words('likeCode', { count: likeCode.length })}
          actions={[
            {
              label: words('keepAsText'),
              onPress: () => {
                onChange({ named: named.filter((name) => !likeCode.includes(name)) })
                editor.current?.focus()
              },
            },
          ]}
        />
      )}
      <OtherFormsLine
        text={settled}
        converted={converted}
        onConvert={(forms) => {
          editor.current?.convertForms(forms)
          editor.current?.focus()
        }}
        onRevert={() => editor.current?.revertConversion()}
      />
      <LiveText>{announcement}</LiveText>
    </>
  )
}

function useNameOverrides(named: readonly string[], variables: readonly VariableSetting[]) {
  const literals = useSameList(
    variables.filter((setting) => kindOf(setting) === 'literal').map(({ name }) => name),
  )
  return useMemo(() => ({ named: new Set(named), literal: new Set(literals) }), [named, literals])
}

/** Returns the previous list while its names are the same, so that its many chips are not rendered again. */
function useSameList(current: string[]): string[] {
  const [names, setNames] = useState(current)
  if (names === current || isSameList(names, current)) return names
  setNames(current)
  return current
}

function isSameList(names: string[], others: string[]): boolean {
  return names.length === others.length && names.every((name, at) => name === others[at])
}
