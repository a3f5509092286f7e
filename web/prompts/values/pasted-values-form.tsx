import { useId, useMemo, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/core/limits.ts'
import { inputsOf } from '#contract/variables/inputs.ts'
import type { Writing } from '#contract/variables/kinds.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { namesInBrief } from '#web/prompts/fill-in/problem.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { live } from '#web/ui/live-text.tsx'
import { readPastedValues, type PastedValues } from './read-pasted-values.ts'
import styles from './value-tools.module.css'

const longest = limits.valueSetsLength

type PastedValuesFormProps = {
  prompt: Pick<Prompt, 'prompt' | 'variables'>
  writing: Writing
  onFound: (values: ReadonlyMap<string, string>, text: string) => void
  onClose: () => void
}

/** Asks for JSON or a table row, shows which variables are in it, and fills them in. */
export function PastedValuesForm({ prompt, writing, onFound, onClose }: PastedValuesFormProps) {
  const t = useTranslations('values')
  const id = useId()
  const [pasted, setPasted] = useState('')
  const inputs = useMemo(() => inputsOf(prompt), [prompt])
  const isTooLong = pasted.length > longest
  const found = useMemo(
    () => (isTooLong ? undefined : readPastedValues(pasted, inputs, writing)),
    [isTooLong, pasted, inputs, writing],
  )
  const filled = [...(found?.values.keys() ?? [])]

  function listNames(names: string[]): string {
    return namesInBrief(names, {
      all: (named) => named,
      more: (named, count) => t('pasted.and', { names: named, count }),
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!found || filled.length === 0) return
    onFound(found.values, t('pasted.done', { names: listNames(filled) }))
  }

  function actByKey(event: KeyboardEvent<HTMLElement>) {
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !isSubmit) return
    // The dialog would close, or copy the prompt.
    event.preventDefault()
    event.stopPropagation()
    if (isSubmit) submit(event)
    else onClose()
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit} onKeyDown={actByKey}>
      <div className={classNames('stack gap-6', styles.pasted)}>
        <label className="text-13 medium" htmlFor={id}>
          {t('pasted.label')}
        </label>
        <textarea
          id={id}
          className={fieldStyles.input}
          dir="auto"
          rows={4}
          spellCheck={false}
          autoComplete="off"
          data-breaks-lines
          aria-describedby={`${id}-note`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because it was asked for
          autoFocus
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
      </div>
      <p {...live} id={`${id}-note`} className={styles.note}>
        {isTooLong
          ? t('pasted.tooLong', { limit: longest })
          : pasted.trim() === ''
            ? t('pasted.hint')
            : found === undefined
              ? t('pasted.notJson')
              : sayFound(found)}
      </p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" disabled={filled.length === 0}>
          {t('pasted.submit')}
        </Button>
      </div>
    </form>
  )

  function sayFound({ unfit, unknown }: PastedValues): string {
    if (filled.length + unfit.length === 0) return t('pasted.none')
    return [
      filled.length > 0 && t('pasted.found', { names: listNames(filled) }),
      unfit.length > 0 && t('pasted.unfit', { names: listNames(unfit) }),
      unknown.length > 0 && t('pasted.unknown', { names: listNames(unknown) }),
    ]
      .filter((text) => text !== false)
      .join(' · ')
  }
}
