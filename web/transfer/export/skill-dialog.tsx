import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Prompt } from '#contract/library/prompts.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import { toShortName } from '#contract/core/short-names.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import type { PromptBasics } from '#web/library/commands.ts'
import { proposalOf } from '#web/library/save-failure.tsx'
import { useErrorText } from '#web/api/error-text.ts'
import { ShortNameField } from '#web/prompts/short-name/short-name-field.tsx'
import { Unreachable } from '#web/prompts/unreachable.tsx'
import { useLoadedPrompt } from '#web/prompts/use-loaded-prompt.ts'
import { isSkillPrompt } from '#contract/transfer/skills/skill-prompt.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { saveFile } from './save-file.ts'
import styles from './skill-dialog.module.css'

/** A separate chunk, because of the YAML writer. */
const skillCode = lazyCode(() => import('./skill-file.ts'))

type SkillDialogProps = { open: boolean; prompt: PromptBasics; onClose: () => void }

/** Shows a prompt as a skill, to copy or to download. */
export function SkillDialog({ open, prompt, onClose }: SkillDialogProps) {
  const t = useTranslations('import.skill')
  const tExport = useTranslations('import.export')
  const errorText = useErrorText()
  const nameForm = useId()
  const [isBusy, setBusy] = useState(false)
  const { prompt: loaded, isUnreachable } = useLoadedPrompt(prompt.id, onClose)
  const { code, failure } = useLazyCode(skillCode)
  const named = loaded && isSkillPrompt(loaded) ? loaded : undefined
  const isNameless = loaded !== undefined && !named
  const skill = named && code?.toSkill(named)

  async function copy(text: string) {
    if (await copyText(text)) toastSuccess(t('copied'))
    else toastError(t('copyFailed'))
  }

  return (
    <Dialog open={open} size="large" title={t('title')} onCloseRequest={onClose}>
      <DialogBody>
        <div className="stack one-column gap-12" aria-busy={!skill && !isNameless}>
          <p className="bold breaks" dir="auto">
            {loaded?.name ?? prompt.name}
          </p>
          {isUnreachable && <Unreachable />}
          {isNameless && (
            <>
              <p>{t('noShortName')}</p>
              <NameForm id={nameForm} prompt={loaded} onBusy={setBusy} />
            </>
          )}
          {failure !== undefined && <p role="alert">{errorText(new ApiError(0))}</p>}
          {named && skill && (
            <>
              <p className="text-14">{t(skill.isRefused ? 'install' : 'installOrUpload')}</p>
              {skill.isRefused && <p className="text-14">{t('refused')}</p>}
              {skill.isApart && <p className="text-14">{t('apart')}</p>}
              <pre
                className={styles.file}
                // Focusable, so that keys can scroll it.
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                tabIndex={0}
                role="region"
                aria-label="SKILL.md"
                dir="auto"
              >
                {skill.main}
              </pre>
            </>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        {isNameless ? (
          <Button look="primary" type="submit" form={nameForm} busy={isBusy}>
            {t('giveName')}
          </Button>
        ) : (
          <>
            {skill && !skill.isApart && (
              <Button onClick={() => void copy(skill.main)}>{t('copy')}</Button>
            )}
            <Button
              look="primary"
              data-autofocus
              busy={!skill}
              onClick={() => {
                if (!named || !skill) return
                const name = `${named.shortName}.zip`
                saveFile(skill.toZip(), name)
                toastSuccess(tExport('done', { name }))
              }}
            >
              {t('download')}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  )
}

type NameFormProps = { id: string; prompt: Prompt; onBusy: (isBusy: boolean) => void }

/** Asks for the short name that a skill requires, and proposes one made from the title. */
function NameForm({ id, prompt, onBusy }: NameFormProps) {
  const errorText = useErrorText()
  const field = useRef<HTMLInputElement>(null)
  const [shortName, setShortName] = useState(toShortName(prompt.name) ?? '')
  const change = useCall(selectionCalls.changeSelection, { changes: ['prompts'] })
  const form = useRef<HTMLFormElement>(null)
  // The field appears once the prompt has loaded, after the dialog has set the focus.
  useEffect(() => {
    if (field.current) field.current.select()
    else form.current?.querySelector('button')?.focus()
  }, [])
  return (
    <form
      ref={form}
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (shortName === '' || change.isPending) return field.current?.focus()
        onBusy(true)
        change.mutate(
          { changes: [{ promptIds: [prompt.id], shortName }] },
          { onSettled: () => onBusy(false), onError: () => field.current?.focus() },
        )
      }}
    >
      <ShortNameField
        ref={field}
        title={prompt.name}
        shortName={shortName}
        error={change.error ? errorText(change.error) : undefined}
        free={proposalOf(change.error)}
        onChange={setShortName}
      />
    </form>
  )
}
