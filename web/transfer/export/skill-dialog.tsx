import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { useCommands, type PromptBasics } from '#web/library/commands.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Unreachable } from '#web/prompts/unreachable.tsx'
import { useLoadedPrompt } from '#web/prompts/use-loaded-prompt.ts'
import { isSkillPrompt } from '#contract/skills/skill-prompt.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { saveFile } from './save-file.ts'
import styles from './skill-dialog.module.css'

/** Separate, because of the writer of YAML. */
const skillCode = lazyCode(() => import('./skill-file.ts'))

type SkillDialogProps = { open: boolean; prompt: PromptBasics; onClose: () => void }

/** Shows a prompt as a skill, to copy or to download. */
export function SkillDialog({ open, prompt, onClose }: SkillDialogProps) {
  const t = useTranslations('import.skill')
  const tExport = useTranslations('import.export')
  const tLibrary = useTranslations('library.actions')
  const errorText = useErrorText()
  const { open: openCommand } = useCommands()
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
          {isNameless && <p>{t('noShortName')}</p>}
          {failure !== undefined && <p role="alert">{errorText(new ApiError(0))}</p>}
          {named && skill && (
            <>
              <p className="text-14">{t(skill.isRefused ? 'install' : 'installOrUpload')}</p>
              {skill.isRefused && <p className="text-14">{t('refused')}</p>}
              {skill.isApart && <p className="text-14">{t('apart')}</p>}
              <pre
                className={styles.file}
                // So that keys scroll it.
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
          <Button
            look="primary"
            data-autofocus
            onClick={() => openCommand({ kind: 'update-prompt', prompt })}
          >
            {tLibrary('edit')}
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
