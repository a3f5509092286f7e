import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import {
  certainForms,
  exampleOf,
  findOtherForms,
  possibleForms,
  type ForeignVariable,
  type OtherForm,
} from '#contract/variables/other-forms/other-forms.ts'
import { EditorLine } from './editor-line.tsx'

/** The maximum number of names listed. */
const mostListed = 6

type OtherFormsLineProps = {
  text: string
  /** Forms that were just converted. */
  converted: readonly ForeignVariable[] | undefined
  onConvert: (forms: readonly OtherForm[]) => void
  onRevert: () => void
}

/** Reports other tools' variables that are in the text, or were until they were converted. */
export function OtherFormsLine({ text, converted, onConvert, onRevert }: OtherFormsLineProps) {
  const t = useTranslations('editor.otherForms')
  const textOf = useOtherFormsText()
  const listOf = useNameList()
  const found = useMemo(() => findOtherForms(text, [...certainForms, ...possibleForms]), [text])
  const certain = found.filter(({ form }) => certainForms.some((one) => one === form))
  const asked = possibleForms.flatMap((form) => {
    const ofForm = found.filter((one) => one.form === form)
    return ofForm.length > 0 ? [{ form, count: namesOf(ofForm).size }] : []
  })
  if (!converted && found.length === 0) return null

  const first = converted
    ? { text: textOf('takenOver', converted), actions: [{ label: t('leave'), onPress: onRevert }] }
    : certain.length > 0 && {
        text: textOf('found', certain),
        actions: [{ label: t('takeOver'), onPress: () => onConvert(certainForms) }],
      }
  return (
    <EditorLine
      text={first ? first.text : t('possible', { names: listOf(found) })}
      actions={[
        ...(first ? first.actions : []),
        ...asked.map(({ form, count }) => ({
          label: t('takePossible', { count, form: exampleOf(form) }),
          onPress: () => onConvert([form]),
        })),
      ]}
    />
  )
}

/** Builds the text with the number of variables found, or converted, their forms and their names. */
export function useOtherFormsText() {
  const t = useTranslations('editor.otherForms')
  const locale = useLocale()
  const listOf = useNameList()
  return (key: 'takenOver' | 'found', found: readonly ForeignVariable[]) => {
    const examples = new Set(found.map(({ form }) => exampleOf(form)))
    const forms = new Intl.ListFormat(locale, { type: 'conjunction' }).format(examples)
    return t(key, { count: namesOf(found).size, forms, names: listOf(found) })
  }
}

/** Lists the first names, and how many more there are, so that prose in brackets is noticed before it is converted. */
function useNameList() {
  const t = useTranslations('editor.otherForms')
  return (found: readonly ForeignVariable[]) => {
    const names = [...namesOf(found)]
    const listed = names.slice(0, mostListed)
    const rest = names.length - listed.length
    return [...listed, ...(rest > 0 ? [t('more', { count: rest })] : [])].join(', ')
  }
}

function namesOf(found: readonly ForeignVariable[]): Set<string> {
  return new Set(found.map(({ name }) => name))
}
