import { useId, useLayoutEffect, useRef, useState, useSyncExternalStore, type Ref } from 'react'
import { ArrowUpRight, ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import { estimateCredits } from '#contract/runs/estimate-credits.ts'
import { hasCredits } from '#web/api/server-has.ts'
import { connectionsPath } from '#web/prompts/runs/connections/connections-path.ts'
import { classNames } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import fieldStyles from '#web/ui/controls/field.module.css'
import { Menu, type MenuControls, type MenuEntry } from '#web/ui/controls/menu.tsx'
import { live } from '#web/ui/live-text.tsx'
import { chooseModels, mostAtOnce } from './chosen-models.ts'
import type { RunnableModel } from './list-models.ts'
import styles from './model-menu.module.css'

/** The prompt's text with its variables, and the values filled in so far. */
export type Unsent = {
  body: string
  values: { get: () => Values; subscribe: (listener: () => void) => () => void }
}

/** A list of at least this many models gets a filter field. */
const leastFiltered = 12

type ModelMenuProps = {
  ref?: Ref<MenuControls> | undefined
  models: readonly RunnableModel[]
  chosen: readonly RunnableModel[]
  priceOf: (model: RunnableModel) => number | undefined
  /** Whether users can connect their own models. */
  canConnect: boolean
  onChosen: () => void
  onEarlier: () => void
}

/** Returns what a run of the filled-in prompt costs with a model, if it costs credits. */
export function usePrices({ body, values }: Unsent) {
  const readLength = () =>
    [...values.get().values()].reduce((length, value) => length + value.length, body.length)
  const length = useSyncExternalStore(values.subscribe, readLength)
  return ({ offered }: RunnableModel) =>
    offered && hasCredits() ? estimateCredits(offered, length) : undefined
}

/** Attached to the run button: chooses the models of the next run, and opens earlier answers. */
export function ModelMenu(props: ModelMenuProps) {
  const { ref, models, chosen, priceOf, canConnect, onChosen, onEarlier } = props
  const t = useTranslations('runs')
  const [isComparing, setComparing] = useState(false)

  const entries: MenuEntry[] = [
    ...(models.length > 1
      ? [{ label: t('compareSeveral'), onPress: () => setComparing(true) }]
      : []),
    { label: t('earlier.title'), onPress: onEarlier },
    ...(canConnect
      ? [
          {
            label: t('connections'),
            aside: (
              <>
                <ArrowUpRight size={16} />
                <span className="visually-hidden">{t('newTab')}</span>
              </>
            ),
            // In a separate tab, since the typed input is still here.
            onPress: () => void window.open(connectionsPath, '_blank', 'noopener'),
          },
        ]
      : []),
    ...models.map((model, at) => ({
      key: model.key,
      label: model.name,
      startsGroup: at === 0,
      isChecked: chosen.includes(model),
      aside: <PriceOrConnection model={model} price={priceOf(model)} />,
      onPress: () => {
        chooseModels([model])
        onChosen()
      },
    })),
  ]

  return (
    <>
      <Menu
        ref={ref}
        label={t('with')}
        className={buttonStyles.arrow}
        icon={<ChevronDown size={16} />}
        entries={entries}
        filter={
          models.length >= leastFiltered
            ? { label: t('own.filter'), none: t('noneFound') }
            : undefined
        }
      />
      {isComparing && (
        <Comparison onClose={() => setComparing(false)} {...{ models, chosen, priceOf }} />
      )}
    </>
  )
}

function PriceOrConnection({ model, price }: { model: RunnableModel; price: number | undefined }) {
  const t = useTranslations('runs')
  return price === undefined ? <bdi>{model.connection?.name}</bdi> : t('price', { credits: price })
}

type ComparisonProps = Pick<ModelMenuProps, 'models' | 'chosen' | 'priceOf'> & {
  onClose: () => void
}

/** Chooses several models, whose answers are shown side by side. */
function Comparison({ models, chosen, priceOf, onClose }: ComparisonProps) {
  const t = useTranslations('runs')
  const panel = useRef<HTMLDivElement>(null)
  const titleId = useId()
  // It may be empty in between. Then the last choice is used until there is another one.
  const [picked, setPicked] = useState<readonly string[]>(() => chosen.map(({ key }) => key))
  const [typed, setTyped] = useState('')
  const isFull = picked.length >= mostAtOnce
  const hasFilter = models.length >= leastFiltered
  const sought = typed.trim().toLowerCase()
  const shown = models.filter(({ name }) => name.toLowerCase().includes(sought))

  useLayoutEffect(() => {
    const element = panel.current
    const anchor = element?.parentElement?.getBoundingClientRect()
    if (!element || !anchor) return
    element.showPopover()
    const { offsetWidth } = element
    const left = Math.max(8, Math.min(anchor.right - offsetWidth, innerWidth - offsetWidth - 8))
    element.style.setProperty('--left', `${left}px`)
    element.style.setProperty('--bottom', `${innerHeight - anchor.top + 4}px`)
    element.querySelector<HTMLElement>('input:checked')?.focus()
  }, [])

  function choose(model: RunnableModel, isChosen: boolean) {
    const others = picked.filter((key) => key !== model.key)
    const next = isChosen ? [...others, model.key] : others
    setPicked(next)
    if (next.length > 0) chooseModels(models.filter(({ key }) => next.includes(key)))
  }

  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-labelledby={titleId}
      className={styles.panel}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
      onKeyDown={(event) => {
        const isChosen =
          event.key === 'Enter' &&
          event.target instanceof HTMLInputElement &&
          event.target.type === 'checkbox'
        if (event.key !== 'Escape' && !isChosen) return
        // Otherwise the surrounding dialog would close, too.
        event.preventDefault()
        event.stopPropagation()
        panel.current?.hidePopover()
      }}
    >
      <p id={titleId} className={styles.title}>
        {t('compare')}
      </p>
      {hasFilter && (
        <input
          type="search"
          className={fieldStyles.input}
          aria-label={t('own.filter')}
          placeholder={t('own.filter')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <p {...live} className={classNames(styles.title, shown.length > 0 && 'visually-hidden')}>
        {shown.length === 0 && t('noneFound')}
      </p>
      <ul className={styles.models} data-filtered={hasFilter}>
        {shown.map((model) => {
          const isChosen = picked.includes(model.key)
          return (
            <li key={model.key}>
              <label className={styles.model}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && isFull}
                  onChange={(event) => choose(model, event.target.checked)}
                />
                <bdi className="grow shrinks breaks">{model.name}</bdi>
                <span className={styles.aside}>
                  <PriceOrConnection model={model} price={priceOf(model)} />
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
