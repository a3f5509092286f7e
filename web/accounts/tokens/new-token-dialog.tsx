import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { tokenCalls, tokenDays } from '#contract/accounts/tokens.ts'
import { leastScope, tokenScopes } from '#contract/core/scopes.ts'
import { AccessFields } from '#web/accounts/access/access-fields.tsx'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { useDraft } from '#web/api/draft.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useUnsavedDialog } from '#web/api/unsaved-guard.tsx'
import { Secret } from './secret.tsx'
import { draftKey, readTokenDraft, type TokenForm } from './token-draft.ts'

const before: TokenForm = {
  name: '',
  scopes: [leastScope],
  folderId: '',
  days: 90,
}

/** Creates a token, then shows its secret once. */
export function NewTokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('accounts.tokens')
  const create = useCall(tokenCalls.createToken, { changes: ['tokens'] })
  const [typed, setTyped] = useState(() => readTokenDraft() ?? before)
  const secret = create.data?.token
  const isUnsaved = typed.name.trim() !== '' && secret === undefined
  const unsaved = useUnsavedDialog(isUnsaved, onClose)
  useDraft(draftKey, open && isUnsaved ? typed : undefined)
  // Whether the secret was copied, or the user has been warned.
  const mayClose = useRef(false)
  const [isWarned, setWarned] = useState(false)

  function leave() {
    if (secret === undefined || mayClose.current) return unsaved.leave()
    mayClose.current = true
    setWarned(true)
  }

  return (
    <Dialog
      open={open}
      title={secret === undefined ? t('add') : t('created')}
      onCloseRequest={leave}
    >
      {secret === undefined ? (
        <TokenFields
          typed={typed}
          create={create}
          onChange={(part) => setTyped((previous) => ({ ...previous, ...part }))}
        />
      ) : (
        <Secret
          secret={secret}
          isOfFolder={typed.folderId !== ''}
          isWarned={isWarned}
          onCopied={() => {
            mayClose.current = true
            setWarned(false)
          }}
          onClose={leave}
        />
      )}
      {unsaved.question}
    </Dialog>
  )
}

type TokenFieldsProps = {
  typed: TokenForm
  create: ReturnType<typeof useCall<typeof tokenCalls.createToken>>
  onChange: (part: Partial<TokenForm>) => void
}

function TokenFields({ typed, create, onChange }: TokenFieldsProps) {
  const t = useTranslations('accounts.tokens')
  const errorText = useErrorText()
  const attempt = useAttempt()
  const [nameMissing, setNameMissing] = useState<object>()
  const { whenProved, dialog } = useProof()
  const { name, scopes, folderId, days } = typed

  function submit() {
    setNameMissing(name.trim() === '' ? {} : undefined)
    if (name.trim() === '') return
    const input = {
      attempt,
      name,
      scopes: [...scopes],
      ...(folderId !== '' && { folderId }),
      ...(days !== null && { days }),
    }
    // The re-authentication may have expired while the form was filled in.
    void whenProved(() => create.mutate(input))
  }

  const isOfName = create.error instanceof ApiError && create.error.code === 'name_too_long'
  const failure = create.error ? errorText(create.error) : undefined
  const nameError = nameMissing ? t('nameMissing') : isOfName ? failure : undefined
  return (
    <>
      <DialogForm
        submit={t('create')}
        isBusy={create.isPending}
        error={nameMissing ?? create.error}
        onSubmit={submit}
      >
        <div className="stack one-column gap-16">
          <Field
            label={t('name')}
            hint={t('nameHint')}
            required
            data-autofocus
            dir="auto"
            autoComplete="off"
            value={name}
            error={nameError}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <AccessFields
            offered={tokenScopes}
            chosen={typed}
            ends={[
              ...tokenDays.map((count) => ({ days: count, label: t('days', { count }) })),
              { days: null, label: t('never'), hint: t('neverHint') },
            ]}
            onChange={onChange}
          />
          <FormError>{!isOfName && failure}</FormError>
        </div>
      </DialogForm>
      {dialog}
    </>
  )
}
