import { Fragment, type ReactNode } from 'react'
import { Braces, Link2, Star } from 'lucide-react'
import { useFormatter, useLocale, useNow, useTranslations } from 'use-intl'
import type { PromptCard as PromptCardShape } from '#contract/library/prompts.ts'
import { showsCard } from '#web/library/on-screen.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './prompt-card.module.css'
import { PromptPreview } from '#web/prompts/prompt-preview.tsx'

type PromptCardProps = {
  /** A card, or a row of a list. */
  layout: 'cards' | 'rows'
  prompt: PromptCardShape & {
    /** The matching line of a search hit, shown in a list. */
    line?: string | undefined
  }
  /** When it was last changed or used; null for never. */
  day: string | null
  isPhone?: boolean
  /** Its folder path, on a search hit. */
  place?: ReactNode
  /** Its short name, once a click can copy it. */
  called?: ReactNode
  /** Its actions, shown after the card. */
  tools?: ReactNode
  onOpen: () => void
}

/** An index card with its colour, its title and the first lines. */
export function PromptCard(props: PromptCardProps) {
  const { layout, prompt, day, isPhone = false, place, called, tools, onOpen } = props
  const { ground, ink, raw, line } = ownerColor(prompt.color)
  const isRow = layout === 'rows'
  return (
    <article
      className={isRow ? styles.row : styles.card}
      style={{ '--ground': ground, '--on-ground': ink, '--raw': raw, '--line': line }}
      ref={showsCard({ kind: 'prompt', prompt })}
      data-card={prompt.id}
      data-row={isRow || undefined}
      data-hit={place !== undefined || undefined}
    >
      <div className={styles.head}>
        <h3>
          <button
            type="button"
            dir="auto"
            className={styles.open}
            title={prompt.name}
            onClick={onOpen}
          >
            <span>{prompt.name}</span>
          </button>
        </h3>
        {prompt.shortName !== null && (
          <span dir="ltr" className={styles.called}>
            {called ?? <span className="ellipsis">{`/${prompt.shortName}`}</span>}
          </span>
        )}
      </div>
      <div className={styles.preview}>
        {(isRow && prompt.line) || <PromptPreview preview={prompt.preview} />}
      </div>
      <footer>
        <PromptFacts prompt={prompt} day={day} isPhone={isPhone} place={place} />
      </footer>
      {tools}
    </article>
  )
}

type Fact = Exclude<
  keyof PromptCardShape,
  'id' | 'name' | 'shortName' | 'color' | 'preview' | 'usedAt'
>

/** Facts about a prompt, readable at a glance: every other field of its card. */
function PromptFacts(props: Pick<PromptCardProps, 'prompt' | 'day' | 'isPhone' | 'place'>) {
  const { prompt, day, isPhone = false, place } = props
  const t = useTranslations('library.prompt')
  const facts: Record<Fact, ReactNode> = {
    isFavourite: prompt.isFavourite === 1 && (
      <span className={styles.favourite} title={t('favourite')}>
        <Star size={13} fill="currentColor" />
        <span className="visually-hidden">{t('favourite')}</span>
      </span>
    ),
    variableCount: prompt.variableCount > 0 && (
      <span title={t('variables', { count: prompt.variableCount })}>
        <Braces size={13} />
        <span aria-hidden>{prompt.variableCount}</span>
        <span className="visually-hidden">{t('variables', { count: prompt.variableCount })}</span>
      </span>
    ),
    isPublic: prompt.isPublic === 1 && (
      <span>
        <Link2 size={14} />
        {t('shared')}
      </span>
    ),
    updatedAt: place ?? (day === null ? <span /> : <Moment at={day} isDay={isPhone} />),
  }
  return (
    <div className={styles.facts}>
      {Object.entries(facts).map(([field, fact]) => (
        <Fragment key={field}>{fact}</Fragment>
      ))}
    </div>
  )
}

const minute = 60 * 1000
const oneDay = 24 * 60 * minute
const week = 7 * oneDay

function startOfDay(date: Date): number {
  return new Date(date).setHours(0, 0, 0, 0)
}

/** "2 h ago" within a week, then the day; with `isDay`, "today", "yesterday", the weekday, then the day. */
function Moment({ at, isDay }: { at: string; isDay: boolean }) {
  const t = useTranslations('library.prompt')
  const format = useFormatter()
  const language = useLocale()
  const date = new Date(at)
  const now = useNow()
  const age = now.getTime() - date.getTime()
  const days = Math.round((startOfDay(now) - startOfDay(date)) / oneDay)
  const text =
    isDay && days < 2
      ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day')
      : isDay && days < 7
        ? format.dateTime(date, { weekday: 'short' })
        : age < minute
          ? t('justNow')
          : age < week && !isDay
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
