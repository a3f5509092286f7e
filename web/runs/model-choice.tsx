import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import { connectionsPath } from '#web/runs/connections/connections-path.ts'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Switch } from '#web/ui/controls/switch.tsx'
import { chooseModels, mostAtOnce, useChosenModels } from './chosen-models.ts'
import { estimateCredits } from '#contract/runs/estimate-credits.ts'
import { modelListQuery, runnableModels, type RunnableModel } from './list-models.ts'
import styles from './model-choice.module.css'

type ModelChoiceProps = {
  onEarlier: () => void
  /** The prompt's text with its variables. */
  body: string
  /** The values filled in so far. */
  values: { get: () => Values; subscribe: (listener: () => void) => () => void }
}

/** Chooses the models of the next run, and estimates its cost. */
export function ModelChoice({ body, values, onEarlier }: ModelChoiceProps) {
  const t = useTranslations('runs')
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const { data } = useQuery(modelListQuery)
  const models = data ? runnableModels(data) : []
  const chosen = useChosenModels(models)
  const [compares, setCompares] = useState(false)
  const isComparing = compares || chosen.length > 1
  const readLength = () =>
    [...values.get().values()].reduce((length, value) => length + value.length, body.length)
  const length = useSyncExternalStore(values.subscribe, readLength)
  if (!data || models.length === 0) return null

  const priceOf = ({ offered }: RunnableModel) => offered && estimateCredits(offered, length)
  const prices = chosen.map(priceOf).filter((price) => price !== undefined)
  const names = chosen.map(({ name }) => name).join(', ')

  function place() {
    const anchor = button.current?.getBoundingClientRect()
    if (!anchor || !panel.current) return
    const { offsetWidth } = panel.current
    const left = Math.max(8, Math.min(anchor.right - offsetWidth, innerWidth - offsetWidth - 8))
    panel.current.style.setProperty('--left', `${left}px`)
    panel.current.style.setProperty('--bottom', `${innerHeight - anchor.top + 4}px`)
  }

  function choose(model: RunnableModel, isChosen: boolean) {
    if (!isComparing) {
      chooseModels([model])
      return
    }
    const others = chosen.filter(({ key }) => key !== model.key)
    if (isChosen) chooseModels([...others, model].slice(0, mostAtOnce))
    else if (others.length > 0) chooseModels(others)
  }

  return (
    <div className={styles.choice}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-haspopup="dialog"
        title={names}
      >
        <span className="visually-hidden">{t('with')} </span>
        <bdi className="shrinks medium ellipsis">
          {chosen.length > 1 ? t('several', { count: chosen.length }) : names}
        </bdi>
        {prices.length > 0 && (
          <span className="rigid quiet">
            {t('price', { credits: prices.reduce((sum, price) => sum + price, 0) })}
          </span>
        )}
        <ChevronDown size={16} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('with')}
        className={styles.panel}
        onToggle={(event) => {
          if (event.newState !== 'open') return
          place()
          panel.current?.querySelector<HTMLElement>('input:checked')?.focus()
        }}
        onKeyDown={(event) => {
          const isChosen = event.key === 'Enter' && event.target instanceof HTMLInputElement
          if (event.key !== 'Escape' && !isChosen) return
          // Otherwise the surrounding dialog would close, too.
          event.preventDefault()
          event.stopPropagation()
          panel.current?.hidePopover()
        }}
      >
        <ul className={styles.models}>
          {models.map((model) => {
            const isChosen = chosen.some(({ key }) => key === model.key)
            const price = priceOf(model)
            return (
              <li key={model.key}>
                <label className={styles.model}>
                  <input
                    type={isComparing ? 'checkbox' : 'radio'}
                    name={id}
                    checked={isChosen}
                    disabled={isComparing && !isChosen && chosen.length >= mostAtOnce}
                    onChange={(event) => choose(model, event.target.checked)}
                  />
                  <bdi className="grow shrinks breaks">{model.name}</bdi>
                  <span className={styles.aside}>
                    {price === undefined ? (
                      <bdi>{model.connection?.name}</bdi>
                    ) : (
                      t('price', { credits: price })
                    )}
                  </span>
                </label>
              </li>
            )
          })}
        </ul>
        <div className={styles.foot}>
          {models.length > 1 && (
            <Switch
              checked={isComparing}
              onChange={(isOn) => {
                setCompares(isOn)
                if (!isOn) chooseModels(chosen.slice(0, 1))
              }}
            >
              {t('compare')}
            </Switch>
          )}
          <button
            type="button"
            className={buttonStyles.link}
            onClick={() => {
              panel.current?.hidePopover()
              onEarlier()
            }}
          >
            {t('earlier.title')}
          </button>
          {data.canConnect && (
            // In a separate tab, since the typed input is still here.
            <a
              href={connectionsPath}
              target="_blank"
              className={classNames(buttonStyles.link, styles.connections)}
            >
              {t('connections')}
              <ArrowUpRight size={16} />
              <span className="visually-hidden">{t('newTab')}</span>
            </a>
          )}
        </div>
      </div>
    </div>
  )
}
