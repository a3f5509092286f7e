import { useEffect } from 'react'
import { Plus } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import { factorCalls, type Factors, type Passkey } from '#contract/accounts/factors.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { Deletion } from '#web/api/question.tsx'
import styles from './factors.module.css'
import { factorChanges } from './list-factors.ts'
import { canUsePasskeys, signalPasskeys } from '#web/accounts/sign-in/passkeys.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { useAddPasskey } from './use-add-passkey.tsx'

/** Lists the account's passkeys, which can be added, renamed and removed. */
export function PasskeyList({ factors }: { factors: Factors }) {
  const t = useTranslations('accounts.factors')
  const { passkeys, passkeysOff } = factors
  const { add, isBusy, dialogs } = useAddPasskey()
  // After this, password managers no longer offer passkeys that were removed elsewhere.
  useEffect(() => signalPasskeys(factors), [factors])
  const isLast = passkeys.length === 1 && factors.app === null
  return (
    <>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              leavesPassword={isLast && factors.hasPassword}
            />
          ))}
        </ul>
      )}
      {passkeysOff !== null || !canUsePasskeys() ? (
        <p>{t(passkeysOff ? 'passkeysOff' : 'passkeysUnsupported')}</p>
      ) : (
        <Button icon={<Plus size={16} />} busy={isBusy} onClick={add}>
          {t('addPasskey')}
        </Button>
      )}
      {dialogs}
    </>
  )
}

type RowProps = {
  passkey: Passkey
  /** Whether only the password would protect the account without it. */
  leavesPassword: boolean
}

function Row({ passkey, leavesPassword }: RowProps) {
  const t = useTranslations('accounts.factors')
  const format = useFormatter()
  const { whenProved, dialog } = useProof()
  const renaming = useDialog()
  const removing = useDialog()
  const { id, name, createdAt, usedAt, isSynced, isActive } = passkey
  const dateOf = (moment: string) => format.dateTime(new Date(moment), { dateStyle: 'medium' })
  return (
    <li>
      <div className={styles.what}>
        <bdi className="text-14 medium ink">{name}</bdi>
        <span>
          {t(isSynced ? 'synced' : 'oneDevice')} · {t('added', { date: dateOf(createdAt) })} ·{' '}
          {usedAt === null ? t('neverUsed') : t('lastUsed', { date: dateOf(usedAt) })}
        </span>
        {!isActive && <span className={styles.waiting}>{t('waiting')}</span>}
      </div>
      <div className="row gap-16">
        <button
          type="button"
          className={buttonStyles.link}
          aria-label={t('renameNamed', { name })}
          onClick={renaming.open}
        >
          {t('rename')}
        </button>
        <button
          type="button"
          className={buttonStyles.link}
          aria-label={t('removeNamed', { name })}
          onClick={() => void whenProved(removing.open)}
        >
          {t('remove')}
        </button>
      </div>
      {renaming.isShown && (
        <RenameDialog
          key={renaming.opening}
          open={renaming.isOpen}
          passkey={passkey}
          onClose={renaming.close}
        />
      )}
      <Deletion
        dialog={removing}
        title={t('removePasskeyTitle')}
        submit={t('removePasskeyConfirm')}
        call={factorCalls.removePasskey}
        input={{ passkeyId: id }}
        changes={factorChanges}
        done={t('passkeyRemoved')}
      >
        <p>
          {t.rich('removePasskeyText', { name, bdi })} {leavesPassword && t('lastFactor')}
        </p>
      </Deletion>
      {dialog}
    </li>
  )
}
