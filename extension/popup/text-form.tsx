import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { trimEdit } from '#contract/library/trim-edit.ts'
import { pickEdit, promptCalls, type Prompt } from '#contract/library/prompts.ts'
import { toPlainText, toStoredForm, variableNames } from '#contract/variables/variables.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import { FormError } from '#web/ui/controls/field.tsx'
import { isSaveKey } from '#web/ui/save-key.ts'
import styles from './popup.module.css'

type TextFormProps = { prompt: Prompt; onDone: () => void }

/** Changes a prompt's text. The text before stays as a version. */
export function TextForm({ prompt, onDone }: TextFormProps) {
  const t = useTranslations('extension')
  const errorText = useErrorText()
  // A change made elsewhere in the meantime is not overwritten.
  const [before] = useState(prompt)
  const [text, setText] = useState(() => toPlainText(before.prompt))
  const { mutate, error, isPending } = useCall(promptCalls.updatePrompt, {
    changes: ['prompts', 'versions'],
    onSuccess: onDone,
  })

  function save(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const body = toStoredForm(text, new Set(variableNames(before.prompt)))
    if (body === before.prompt) return onDone()
    const edit = trimEdit({ ...pickEdit(before), prompt: body })
    mutate({ promptId: before.id, ...edit, updatedAt: before.updatedAt })
  }

  return (
    <form noValidate className={styles.textForm} onSubmit={save}>
      <textarea
        aria-label={t('saving.text')}
        dir="auto"
        className={fieldStyles.input}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (!isSaveKey(event) || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <FormError>{error && errorText(error)}</FormError>
      <div className="row gap-8">
        <Button type="submit" look="primary" busy={isPending} disabled={text.trim() === ''}>
          {t('saving.save')}
        </Button>
        <Button onClick={onDone}>{t('account.cancel')}</Button>
      </div>
    </form>
  )
}
