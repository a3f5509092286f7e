import { useId } from 'react'
import { Columns3 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ColumnChoice, Table } from '#contract/transfer/formats/format.ts'
import { Select } from '#web/ui/controls/select.tsx'
import disclosure from '#web/ui/controls/disclosure.module.css'
import styles from '#web/transfer/import/import-dialog.module.css'

const parts = ['prompt', 'name', 'notes', 'folder'] as const

type TableColumnsProps = { table: Table; onChoose: (choice: ColumnChoice) => void }

/** Asks which column of a table holds what, with cells of the first row as samples. */
export function TableColumns({ table, onChoose }: TableColumnsProps) {
  const t = useTranslations('import.columns')
  const id = useId()
  const { path, headings, sample, choice, isSure } = table
  return (
    <details className={disclosure.details} open={!isSure}>
      <summary className="row gap-8 medium breaks tall pointer">
        <Columns3 size={16} className="quiet" />
        {t('title', { file: path })}
      </summary>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={choice.hasHeadings}
          onChange={({ target }) => onChoose({ ...choice, hasHeadings: target.checked })}
        />
        {t('hasHeadings')}
      </label>
      <div className={styles.columns}>
        {parts.map((part) => {
          const chosen = choice[part]
          return (
            <div key={part} className="stack gap-6">
              <label htmlFor={`${id}${part}`} className="text-13 medium">
                {t(part)}
              </label>
              <Select
                id={`${id}${part}`}
                value={chosen ?? ''}
                onChange={({ target: { value } }) =>
                  onChoose({ ...choice, [part]: value === '' ? null : Number(value) })
                }
              >
                {part !== 'prompt' && <option value="">{t(`no.${part}`)}</option>}
                {headings.map((heading, at) => (
                  // Two columns can have the same heading.
                  // oxlint-disable-next-line react/no-array-index-key
                  <option key={at} value={at}>
                    {heading.trim() || t('unnamed', { number: at + 1 })}
                  </option>
                ))}
              </Select>
              <p dir="auto" className={styles.sample}>
                {chosen === null ? '' : sample[0]?.[chosen]}
              </p>
            </div>
          )
        })}
      </div>
    </details>
  )
}
