import { useState } from 'react'
import { Settings } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { extensionApi } from '#extension/browser/extension-api.ts'
import { LoggedOut } from '#extension/login/logged-out.tsx'
import { loginState } from '#extension/login/login.ts'
import { useIsLost } from '#web/api/connection.ts'
import type { PromptBasics } from '#web/library/commands.ts'
import { EntryPicker } from '#web/shell/palette/entry-picker.tsx'
import { KeyNames } from '#web/shell/palette/key-names.tsx'
import { useFound } from '#web/shell/palette/use-found.ts'
import paletteStyles from '#web/shell/palette/palette.module.css'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useStore } from '#web/ui/store.ts'
import styles from './popup.module.css'
import { PromptForm } from './prompt-form.tsx'
import type { TabField } from './tab-field.ts'

type PopupProps = {
  field: Promise<TabField>
  /** What was typed before. */
  firstText: string
}

/** Finds a prompt, and then fills it in. */
export function Popup({ field, firstText }: PopupProps) {
  const login = useStore(loginState)
  const [opened, setOpened] = useState<PromptBasics>()
  const [text, setText] = useState(firstText)
  if (typeof login === 'string') {
    return (
      <main className={styles.message}>
        <LoggedOut isEnded={login === 'ended'} onLogIn={openSettings} />
      </main>
    )
  }
  if (!opened) return <Finder text={text} onText={setText} onOpen={setOpened} />
  return (
    <PromptForm basics={opened} login={login} field={field} onBack={() => setOpened(undefined)} />
  )
}

type FinderProps = {
  text: string
  onText: (text: string) => void
  onOpen: (prompt: PromptBasics) => void
}

function Finder({ text, onText, onOpen }: FinderProps) {
  const t = useTranslations('extension')
  const tPalette = useTranslations('palette')
  const { found, isReady, isSearching } = useFound(text, { withUnused: true })
  const [isWaiting, setWaiting] = useState(false)
  const isLost = useIsLost()
  return (
    <main className={styles.finder}>
      <EntryPicker
        label={t('find')}
        placeholder={t('find')}
        text={text}
        onText={onText}
        entries={found.filter(({ kind }) => kind === 'prompt')}
        isReady={isReady}
        isSearching={isSearching}
        isChosen={isWaiting}
        onWait={setWaiting}
        onChoose={(entry) => entry.kind === 'prompt' && onOpen(entry.prompt)}
        onClose={() => window.close()}
        renderFoot={(selected) => (
          <footer className={paletteStyles.foot}>
            {selected ? (
              <span aria-hidden>
                <KeyNames value={{ key: 'Enter' }} /> {tPalette('open')}
              </span>
            ) : (
              <span>{isReady && t(text.trim() === '' ? 'typeToFind' : 'nothingFound')}</span>
            )}
            {isLost && <span>{t('offline')}</span>}
            <span>
              <IconButton label={t('settings')} onClick={openSettings}>
                <Settings size={16} />
              </IconButton>
            </span>
          </footer>
        )}
      />
    </main>
  )
}

function openSettings() {
  void extensionApi.runtime.openOptionsPage().then(() => window.close())
}
