import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import { valueCalls } from '#contract/variables/values.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { live } from '#web/ui/live-text.tsx'
import { toList } from './get-my-values.ts'
import styles from './value-tools.module.css'

type SaveValuesFormProps = {
  promptId: string
  /** The existing sets of the prompt. */
  sets: readonly ValueSet[]
  values: Values
  firstName: string
  /** `previous` is the set that was replaced. */
  onSaved: (set: ValueSet, previous: ValueSet | undefined) => void
  onClose: () => void
}

/** Asks for a name, then saves values as a set of the prompt. */
export function SaveValuesForm(props: SaveValuesFormProps) {
  const { promptId, sets, values, firstName, onSaved, onClose } = props
  const t = useTranslations('values')
  const errorText = useErrorText()
  const [typed, setTyped] = useState(firstName)
  const save = useCall(valueCalls.saveValueSet, { changes: ['value-sets'] })
  const name = typed.trim()
  const previous = sets.find((set) => set.name === name)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name === '' || save.isPending) return
    const set = { name, values: toList(values) }
    save.mutate(
      { promptId, ...set, former: previous?.values ?? null },
      {
        onSuccess: () => {
          if (!previous) toastSuccess(t('saved', { name }))
          onSaved(set, previous)
        },
      },
    )
  }

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // Keeps the dialog from closing, too.
    event.preventDefault()
    onClose()
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit} onKeyDown={closeByKey}>
      <Field
        label={t('name')}
        className={styles.name}
        dir="auto"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because it was asked for
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" busy={save.isPending} disabled={name === ''}>
          {previous ? t('replace') : t('submit')}
        </Button>
      </div>
      <p {...live} className={styles.note}>
        {previous && !save.isPending && t('replaces', { name })}
      </p>
      <FormError>{save.error && errorText(save.error)}</FormError>
    </form>
  )
}
