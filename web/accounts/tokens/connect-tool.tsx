import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Select } from '#web/ui/controls/select.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './tokens.module.css'

type Tool = 'claudeCode' | 'vsCode' | 'cursor' | 'otherText'

/** The steps to connect an AI tool: the address, and what each tool needs. */
export function ConnectTool() {
  const t = useTranslations('accounts.aiTools')
  const id = useId()
  const [tool, setTool] = useState<Tool>('claudeCode')
  const address = `${location.origin}/mcp`
  const steps = stepsFor(tool, address)
  const first = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => first.current?.querySelector('button')?.focus(), [])
  const options = [
    { value: 'claudeCode', label: 'Claude Code' },
    { value: 'vsCode', label: 'VS Code' },
    { value: 'cursor', label: 'Cursor' },
    { value: 'otherText', label: t('other') },
  ] as const
  return (
    <div className={styles.secret} ref={first}>
      <p>{t('address')}</p>
      <code className={styles.code}>{address}</code>
      <CopyButton text={address} label={t('copyAddress')} />
      <div className="stack gap-6">
        <label htmlFor={id} className="text-13 medium">
          {t('which')}
        </label>
        <Select id={id} value={tool} onChange={({ target }) => setTool(target.value as Tool)}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <p>{t(tool)}</p>
      <code className={classNames(styles.code, styles.lines)}>{steps}</code>
      <CopyButton key={tool} text={steps} label={t('copy')} />
      <p className="text-13 quiet">{t('names')}</p>
      {isPrivate(location.hostname) && <p className="text-13 quiet">{t('isPrivate')}</p>}
      <p className="text-13 quiet">{t('unreachable')}</p>
    </div>
  )
}

function stepsFor(tool: Tool, url: string): string {
  switch (tool) {
    case 'claudeCode':
      return `claude mcp add --transport http promptshelf ${url} --header "Authorization: Bearer TOKEN"`
    case 'vsCode': {
      const headers = { Authorization: 'Bearer ${input:promptshelf}' }
      return toJson({
        inputs: [
          {
            id: 'promptshelf',
            type: 'promptString',
            description: 'Promptshelf token',
            password: true,
          },
        ],
        servers: { promptshelf: { type: 'http', url, headers } },
      })
    }
    case 'cursor':
      return toJson({
        mcpServers: { promptshelf: { url, headers: { Authorization: 'Bearer TOKEN' } } },
      })
    case 'otherText':
      return 'Authorization: Bearer TOKEN'
  }
}

function toJson(settings: object): string {
  return JSON.stringify(settings, null, 2)
}

/** Whether a host is a computer's own name, or one of a network that the internet does not reach. */
function isPrivate(host: string): boolean {
  return (
    /^(?:localhost|\[::1\]|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd])/.test(
      host,
    ) ||
    /\.(?:local|lan|internal|home\.arpa)$/.test(host) ||
    !/[.:]/.test(host)
  )
}
