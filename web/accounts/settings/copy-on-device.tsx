import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import {
  chooseOwnDevice,
  copyLimits,
  eraseCopy,
  ownDevice,
  readForAccount,
  wasTooLarge,
} from '#web/api/account-storage.ts'
import { libraryCopy } from '#web/api/copied-answers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { useStore } from '#web/ui/store.ts'

const megabyte = 1_000_000

/** Switches whether this browser keeps a copy of the library, shows what it has, and erases it. */
export function CopyOnDevice() {
  const t = useTranslations('accounts.profile.onDevice')
  const isOn = useStore(ownDevice)
  const contents = useStore(libraryCopy)?.contents
  const [isErased, setErased] = useState(false)
  return (
    <>
      {isOn && (
        <p role="status">
          {isErased ? (
            t('erased')
          ) : contents ? (
            <Contents {...contents} />
          ) : wasTooLarge() ? (
            t('tooLarge', { prompts: copyLimits.prompts, size: copyLimits.units / megabyte })
          ) : (
            t('none')
          )}
        </p>
      )}
      {isOn && contents && !isErased && (
        <Button
          onClick={() => {
            eraseCopy()
            setErased(true)
          }}
        >
          {t('erase')}
        </Button>
      )}
      <div className="setting">
        <Switch
          checked={isOn}
          onChange={(checked) => {
            setErased(false)
            chooseOwnDevice(checked)
          }}
        >
          {t('keep')}
        </Switch>
        <p className="hint">{t('hint')}</p>
      </div>
    </>
  )
}

type ContentsProps = { prompts: number; folders: number; units: number }

function Contents({ prompts, folders, units }: ContentsProps) {
  const t = useTranslations('accounts.profile.onDevice')
  const format = useFormatter()
  const at = readForAccount('copied-at')
  const size = format.number(Math.ceil((10 * units) / megabyte) / 10)
  const when =
    at === null ? '–' : format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return t('contents', { prompts, folders, size, when })
}
