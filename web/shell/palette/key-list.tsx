import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import { KeyNames } from './key-names.tsx'
import styles from './key-list.module.css'
import { KeySwitch } from './key-switch.tsx'
import { allVerbs, type VerbKey } from './verbs.ts'

/** Keys of the library without a verb. The cards handle them. */
const others: { id: 'cards' | 'select' | 'selectAll'; key: VerbKey }[] = [
  { id: 'cards', key: { key: 'Enter' } },
  { id: 'select', key: { key: 'x' } },
  { id: 'selectAll', key: { key: 'a', control: true } },
]

/** Keys of the dialog that fills in a prompt, which handles them. */
const inPrompt: { id: 'copyPrompt' | 'runPrompt'; key: VerbKey }[] = [
  { id: 'copyPrompt', key: { key: 'Enter', control: true } },
  { id: 'runPrompt', key: { key: 'Enter', control: true, shift: true } },
]

/** A dialog that lists all keyboard shortcuts. */
export function KeyList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('palette')
  const keyed = allVerbs.flatMap(({ id, key, isForCard }) =>
    key ? [{ id, key, isForCard, text: t(`verbs.${id}`) }] : [],
  )
  return (
    <Dialog open={open} title={t('keys.title')} onCloseRequest={onClose}>
      <DialogBody>
        <Keys title={t('keys.anywhere')} rows={keyed.filter(({ isForCard }) => !isForCard)} />
        <Keys
          title={t('keys.onCard')}
          rows={[
            ...others.map(({ id, key }) => ({ id, key, text: t(`keys.${id}`) })),
            ...keyed.filter(({ isForCard }) => isForCard),
          ]}
        />
        <Keys
          title={t('keys.inPrompt')}
          rows={inPrompt.map(({ id, key }) => ({ id, key, text: t(`keys.${id}`) }))}
        />
        <KeySwitch />
      </DialogBody>
    </Dialog>
  )
}

type KeysProps = { title: string; rows: { id: string; key: VerbKey; text: string }[] }

function Keys({ title, rows }: KeysProps) {
  return (
    <section className={styles.section}>
      <h3 className="text-13 bold quiet">{title}</h3>
      <dl>
        {rows.map(({ id, key, text }) => (
          <div key={id} className="row spread gap-16 text-14 line-above">
            <dt>{text}</dt>
            <dd>
              <KeyNames value={key} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
