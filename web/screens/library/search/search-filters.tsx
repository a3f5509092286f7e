import { Braces, Folder, Link2, Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import styles from './search-filters.module.css'
import { filterNames, type FilterName } from './filter-names.ts'

const icons = { inFolder: Folder, hasVariables: Braces, isPublic: Link2, isFavourite: Star }

type SearchFiltersProps = {
  active: readonly FilterName[]
  /** Whether a folder is open, so that the search can be limited to it. */
  isInFolder: boolean
  onToggle: (name: FilterName) => void
}

/** The filters of the search on screen. */
export function SearchFilters({ active, isInFolder, onToggle }: SearchFiltersProps) {
  const t = useTranslations('palette.search.filters')
  return (
    <div role="group" aria-label={t('label')} className={styles.filters}>
      {filterNames
        .filter((name) => name !== 'inFolder' || isInFolder)
        .map((name) => {
          const Icon = icons[name]
          return (
            <button
              key={name}
              type="button"
              className={styles.filter}
              aria-pressed={active.includes(name)}
              onClick={() => onToggle(name)}
            >
              <Icon size={16} />
              {t(name)}
            </button>
          )
        })}
    </div>
  )
}
