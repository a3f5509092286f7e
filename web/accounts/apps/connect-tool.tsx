import { useEffect, useId, useRef, useState } from 'react'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CopyLine } from '#web/accounts/tokens/copy-button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Select } from '#web/ui/controls/select.tsx'
import styles from './apps.module.css'
import { comesFromInternet, isOnInternet, stepsOf, tools, type Step, type ToolId } from './tools.ts'

/** The command line's bridge, as a bundle for Claude Desktop. */
const bundlePath = '/promptshelf.mcpb'
/** The browser extension, packed for each kind of browser. */
const extensionPaths = {
  chrome: '/promptshelf-chrome.zip',
  firefox: '/promptshelf-firefox.zip',
}

/** The steps to connect an AI tool. */
export function ConnectTool() {
  const t = useTranslations('apps.tools')
  const id = useId()
  const [chosen, setChosen] = useState<ToolId>('claudeCode')
  const field = useRef<HTMLSelectElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    field.current?.focus()
  }, [])
  const isPublic = isOnInternet(location)
  return (
    <div className={styles.connect}>
      <div className="stack gap-6">
        <label htmlFor={id} className="text-13 medium">
          {t('which')}
        </label>
        <Select
          ref={field}
          id={id}
          value={chosen}
          onChange={({ target }) => setChosen(target.value as ToolId)}
        >
          {tools.map((one) => (
            <option key={one} value={one}>
              {t(`names.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      {isPublic || !comesFromInternet(chosen) ? (
        <Steps key={chosen} chosen={chosen} />
      ) : (
        <p className={styles.notice}>{t('unreachable', { host: location.host })}</p>
      )}
      {!isPublic && chosen === 'claude' && (
        <>
          <p>{t('bundle', { origin: location.origin })}</p>
          <div>
            <a className={buttonStyles.plain} href={bundlePath} download>
              {t('download')}
            </a>
          </div>
        </>
      )}
      {!isPublic && !comesFromInternet(chosen) && (
        <p className="text-13 quiet">{t('othersUnreachable')}</p>
      )}
    </div>
  )
}

/** The steps to install the command line, and to log in there. */
export function ConnectCommandLine() {
  const t = useTranslations('apps.commandLine')
  const tTools = useTranslations('apps.tools')
  const steps = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    steps.current?.querySelector('button')?.focus()
  }, [])
  const file = '~/.local/bin/promptshelf'
  const { origin } = location
  const install = `mkdir -p ~/.local/bin && curl -fo ${file} ${origin}/promptshelf.mjs && chmod +x ${file}`
  return (
    <div ref={steps} className={styles.connect}>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <p>{t('install')}</p>
          <CopyLine text={install} label={tTools('copy')} />
        </li>
        <li className={styles.step}>
          <p>{t('logIn')}</p>
          <CopyLine text={`promptshelf login ${origin}`} label={tTools('copy')} />
        </li>
      </ol>
      <p className="text-13 quiet">{t('usage')}</p>
    </div>
  )
}

/** The steps to install the browser extension, and to log in there. */
export function ConnectExtension() {
  const t = useTranslations('apps.extension')
  const tTools = useTranslations('apps.tools')
  const steps = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    steps.current?.querySelector('a')?.focus()
  }, [])
  return (
    <div ref={steps} className={styles.connect}>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <p>{t('download')}</p>
          <div className="row wrap gap-8">
            <a className={buttonStyles.plain} href={extensionPaths.chrome} download>
              {t('forChrome')}
            </a>
            <a className={buttonStyles.plain} href={extensionPaths.firefox} download>
              {t('forFirefox')}
            </a>
          </div>
        </li>
        <li className={styles.step}>
          <p>{t('installChrome')}</p>
        </li>
        <li className={styles.step}>
          <p>{t('installFirefox')}</p>
        </li>
        <li className={styles.step}>
          <p>{t('logIn')}</p>
          <CopyLine text={location.origin} label={tTools('copy')} />
        </li>
      </ol>
      <p className="text-13 quiet">{t('usage')}</p>
    </div>
  )
}

function Steps({ chosen }: { chosen: ToolId }) {
  const t = useTranslations('apps.tools')
  const { steps, otherwise, usage } = stepsOf(chosen, `${location.origin}/mcp`)
  const tool = t(`names.${chosen}`)
  return (
    <>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.text} className={styles.step}>
            <StepText step={step} tool={tool} />
          </li>
        ))}
      </ol>
      {otherwise && (
        <div className="stack one-column gap-8">
          <StepText step={otherwise} tool={tool} />
        </div>
      )}
      {usage && (
        <p className="text-13 quiet">
          {t(`usage.${usage.text}`, { tool, command: usage.command ?? '' })}
        </p>
      )}
    </>
  )
}

function StepText({ step, tool }: { step: Step; tool: string }) {
  const t = useTranslations('apps.tools')
  const { text, copy, link } = step
  return (
    <>
      <p>{t(`steps.${text}`, { tool })}</p>
      {copy !== undefined && <CopyLine text={copy} label={t('copy')} />}
      {link !== undefined && (
        <a className={buttonStyles.plain} href={link}>
          <ExternalLink size={16} aria-hidden />
          {t('steps.open', { tool })}
        </a>
      )}
    </>
  )
}
