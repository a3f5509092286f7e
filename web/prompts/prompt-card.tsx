import type { ReactNode } from 'react'
import { Braces, Eye, FolderInput, Link2, Pencil, Trash2 } from 'lucide-react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { PromptCard as PromptCardShape } from '#contract/prompts.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Menu } from '#web/ui/controls/menu.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './prompt-card.module.css'
import { PromptPreview } from './prompt-preview.tsx'

export type PromptAction = 'view' | 'edit' | 'move' | 'delete'

type PromptCardProps = {
  prompt: PromptCardShape
  /** Where it lies, on a search hit. */
  place?: ReactNode
  onAction: (action: PromptAction) => void
}

const icons = { view: Eye, edit: Pencil, move: FolderInput, delete: Trash2 }
const actions = ['view', 'edit', 'move', 'delete'] as const

/** An index card: its colour and title, the first lines, and what can be done with it. */
export function PromptCard({ prompt, place, onAction }: PromptCardProps) {
  const t = useTranslations('library')
  const { ground, ink, raw, line } = ownerColor(prompt.color)
  return (
    <article className={styles.card} data-card={prompt.id}>
      <h3
        className={styles.band}
        style={{ '--raw': raw, '--line': line, background: ground, color: ink }}
      >
        <button
          type="button"
          dir="auto"
          className={styles.open}
          title={prompt.name}
          onClick={() => onAction('view')}
        >
          {prompt.name}
        </button>
      </h3>
      <div className={styles.preview}>
        <PromptPreview preview={prompt.preview} />
      </div>
      <footer className={styles.foot}>
        <div className={styles.facts}>
          {prompt.variableCount > 0 && (
            <span title={t('prompt.variables', { count: prompt.variableCount })}>
              <Braces size={13} strokeWidth={1.5} aria-hidden />
              {prompt.variableCount}
              <span className="visually-hidden">
                {t('prompt.variables', { count: prompt.variableCount })}
              </span>
            </span>
          )}
          {prompt.isPublic === 1 && (
            <span>
              <Link2 size={14} strokeWidth={1.5} aria-hidden />
              {t('prompt.shared')}
            </span>
          )}
          {place ?? <LastEdit at={prompt.updatedAt} />}
        </div>
        <div className={styles.actions}>
          {actions.map((action) => {
            const Icon = icons[action]
            return (
              <IconButton
                key={action}
                label={t(`actions.${action}`)}
                onClick={() => onAction(action)}
              >
                <Icon size={16} strokeWidth={1.5} />
              </IconButton>
            )
          })}
        </div>
        <Menu
          label={t('prompt.actions', { name: prompt.name })}
          className={styles.menu}
          entries={actions.map((action) => {
            const Icon = icons[action]
            return {
              label: t(`actions.${action}`),
              icon: <Icon size={16} strokeWidth={1.5} />,
              isDestructive: action === 'delete',
              onPress: () => onAction(action),
            }
          })}
        />
      </footer>
    </article>
  )
}

const minute = 60 * 1000
const week = 7 * 24 * 60 * minute

/** "2 h ago" within a week, then the day. */
function LastEdit({ at }: { at: string }) {
  const t = useTranslations('library.prompt')
  const format = useFormatter()
  const date = new Date(at)
  const now = useNow()
  const age = now.getTime() - date.getTime()
  const text =
    age < minute
      ? t('justNow')
      : age < week
        ? format.relativeTime(date, { now, style: 'short' })
        : format.dateTime(date, {
            day: 'numeric',
            month: 'short',
            ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
          })
  return (
    <time dateTime={at} title={format.dateTime(date, { dateStyle: 'long', timeStyle: 'short' })}>
      {text}
    </time>
  )
}
