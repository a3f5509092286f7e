import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Problem } from '#contract/transfer/formats/problems.ts'
import { bdi } from '#web/ui/bdi.tsx'
import disclosure from '#web/ui/controls/disclosure.module.css'
import styles from '#web/transfer/import/import-dialog.module.css'

/** The problems found in the files, each with file and line. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const t = useTranslations('import')
  if (problems.length === 0) return null
  return (
    <details className={disclosure.details} open={problems.length <= 3}>
      <summary className="row gap-8 medium breaks tall pointer">
        <TriangleAlert size={16} className="quiet" />
        {t('problemCount', { count: problems.length })}
      </summary>
      <ul className={styles.problems}>
        {problems.map(({ code, file, line, limit = 0, count = 1, name = '' }, at) => (
          // Two problems can be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="stack breaks">
            {file !== '' && (
              <bdi className="quiet">
                {line === undefined ? file : t('fileAndLine', { file, line })}
              </bdi>
            )}
            <span>{t.rich(`problems.${code}`, { limit, count, name, bdi })}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
