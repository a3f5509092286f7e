import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { factorCalls } from '#contract/accounts/factors.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { CopyButton } from '#web/accounts/tokens/copy-button.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import styles from './factors.module.css'
import { factorChanges } from './list-factors.ts'

export type ShownCodes = {
  codes: string[]
  /** Whether a first factor becomes active only after they are saved. */
  isFirst: boolean
  onKept: () => void
}

/**
 * Shows recovery codes, which become valid once the user confirms having saved them. Closing the dialog earlier warns
 * once.
 */
export function CodesDialog(props: ShownCodes & { open: boolean; onClose: () => void }) {
  const { open, codes, isFirst, onKept, onClose } = props
  const t = useTranslations('accounts.factors')
  const errorText = useErrorText()
  const { data: profile } = useQuery(profileQuery)
  const confirm = useCall(factorCalls.confirmRecoveryCodes, { changes: factorChanges })
  const { whenProved, dialog } = useProof()
  const [isWarned, setWarned] = useState(false)
  const email = profile?.profile.email ?? ''
  const title = t('codesFileTitle', { email })
  const text = t('codesFileText', { address: location.origin })
  const all = [title, text, '', ...codes, ''].join('\n')

  function leave() {
    if (isWarned) return onClose()
    setWarned(true)
  }

  function finish() {
    onClose()
    onKept()
  }

  return (
    <Dialog open={open} title={t('codesTitle')} onCloseRequest={leave}>
      <DialogBody>
        <div className={styles.codes}>
          <p className={styles.unprinted}>{t(isFirst ? 'firstCodesText' : 'newCodesText')}</p>
          <p className={styles.printed}>
            {title}
            <br />
            {text}
          </p>
          <ol className={styles.codeList}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <div className={styles.keeping}>
            {/* Focuses another button than the confirmation, because Enter may be pressed twice. */}
            <CopyButton data-autofocus text={codes.join('\n')} label={t('copyCodes')} />
            <Button icon={<Printer size={16} />} onClick={() => window.print()}>
              {t('printCodes')}
            </Button>
            <a
              className={buttonStyles.plain}
              download={t('codesFile')}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(all)}`}
            >
              <Download size={16} />
              {t('downloadCodes')}
            </a>
          </div>
          <p role="alert" className={styles.warning} hidden={!isWarned}>
            {isWarned && t(isFirst ? 'firstNotKept' : 'newNotKept')}
          </p>
          <FormError>{confirm.error && errorText(confirm.error)}</FormError>
        </div>
      </DialogBody>
      <DialogFoot>
        {isWarned && <Button onClick={onClose}>{t('close')}</Button>}
        <Button
          look="primary"
          busy={confirm.isPending}
          onClick={() => void whenProved(() => confirm.mutate({}, { onSuccess: finish }))}
        >
          {t('keptCodes')}
        </Button>
      </DialogFoot>
      {dialog}
    </Dialog>
  )
}
