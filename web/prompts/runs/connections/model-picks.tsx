import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import styles from './connections.module.css'

/** A longer list gets a search field. */
const mostUnsearched = 8

type ModelPicksProps = {
  /** The models that the server lists. */
  found: readonly string[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** Chooses the models of a connection to run prompts with: from its server's list, or by name. */
export function ModelPicks({ found, chosen, error, onChange }: ModelPicksProps) {
  const t = useTranslations('runs.own')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState(chosen)
  const all = [...new Set([...added, ...found])]
  const sought = typed.trim().toLowerCase()
  const shown =
    all.length > mostUnsearched ? all.filter((name) => name.toLowerCase().includes(sought)) : all
  const isNew = sought !== '' && !all.some((name) => name.toLowerCase() === sought)

  function add() {
    const name = typed.trim()
    if (!isNew) return
    setAdded([...added, name])
    onChange([...chosen, name])
    setTyped('')
  }

  return (
    <fieldset className={styles.picks} aria-describedby={`${id}-note`}>
      <legend className="text-13 medium">{t('models')}</legend>
      <div className={`row wrap gap-8 ${styles.add}`}>
        <input
          name="models"
          className={fieldStyles.input}
          aria-label={all.length > mostUnsearched ? t('filter') : t('modelName')}
          placeholder={all.length > mostUnsearched ? t('filter') : t('modelName')}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined ? `${id}-note` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !isNew) return
            event.preventDefault()
            add()
          }}
        />
        <Button disabled={!isNew} onClick={add}>
          {t('addModel')}
        </Button>
      </div>
      {shown.length > 0 && (
        <ul className={styles.found}>
          {shown.map((name) => {
            const isChosen = chosen.includes(name)
            return (
              <li key={name}>
                <label className="row text-14 breaks pointer gap-10">
                  <input
                    type="checkbox"
                    checked={isChosen}
                    onChange={() =>
                      onChange(
                        isChosen ? chosen.filter((other) => other !== name) : [...chosen, name],
                      )
                    }
                  />
                  <bdi>{name}</bdi>
                </label>
              </li>
            )
          })}
        </ul>
      )}
      <p
        id={`${id}-note`}
        // With an error, the field has the focus and is described by this.
        role={error ? undefined : 'status'}
        className={error ? 'text-13 red' : 'text-13 quiet'}
      >
        {error ?? (chosen.length > 0 ? t('modelCount', { count: chosen.length }) : t('modelsHint'))}
      </p>
    </fieldset>
  )
}
