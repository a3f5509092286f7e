import { useEffect, useEffectEvent, useRef, type Ref, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import type { MenuControls } from '#web/ui/controls/menu.tsx'
import { listen } from '#web/ui/listen.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { isAbove } from '#web/ui/overlays/is-above.ts'
import { isSaveKey } from '#web/ui/save-key.ts'
import { useChosenModels } from './chosen-models.ts'
import { modelListQuery, runnableModels, type ModelList } from './list-models.ts'
import { ModelMenu, usePrices, type Unsent } from './model-menu.tsx'
import styles from './run-button.module.css'
import { useRun, type RunInput } from './use-run.ts'

export type RunButtonProps = RunInput & {
  unsent: Unsent
  /** Opens the menu of models on a phone, where its own button is hidden. */
  menu: Ref<MenuControls>
  onEarlier: () => void
}

/** Returns the models; undefined if there can be none, so that nothing can be run. */
export function useModelList(): ModelList | undefined {
  const { data } = useQuery(modelListQuery)
  return data && (data.canConnect || runnableModels(data).length > 0) ? data : undefined
}

/** Runs the prompt with the chosen models; Ctrl+Shift+Enter or ⌘+Shift+Enter works anywhere in its dialog. */
export function RunButton(props: RunButtonProps) {
  const list = useModelList()
  const run = useRun(props)
  const area = useRef<HTMLDivElement>(null)
  useRunKey(area, list && run)
  return (
    <div ref={area} className={buttonStyles.split} hidden={!list}>
      {list && <ButtonAndMenu list={list} run={run} {...props} />}
    </div>
  )
}

/**
 * Runs the prompt by shortcut. Until the models have loaded, `run` is undefined; an earlier key press takes effect once
 * they have.
 */
function useRunKey(area: RefObject<HTMLElement | null>, run: (() => void) | undefined) {
  const isPressed = useRef(false)
  const runOnce = useEffectEvent(() => {
    if (!run || !isPressed.current) return
    isPressed.current = false
    run()
  })
  useEffect(
    () =>
      listen(area.current?.closest('dialog'), ['keydown'], (event) => {
        if (!isSaveKey(event) || !event.shiftKey || event.isComposing || event.repeat) return
        if (isAbove(event.target, area.current)) return
        event.preventDefault()
        isPressed.current = true
        runOnce()
      }),
    [area],
  )
  const hasLoaded = run !== undefined
  useEffect(() => {
    if (hasLoaded) runOnce()
  }, [hasLoaded])
}

type ButtonAndMenuProps = Pick<RunButtonProps, 'unsent' | 'menu' | 'onEarlier'> & {
  list: ModelList
  run: () => void
}

function ButtonAndMenu({ list, run, unsent, menu, onEarlier }: ButtonAndMenuProps) {
  const t = useTranslations('runs')
  const isPhone = useMediaQuery('(max-width: 640px)')
  const button = useRef<HTMLButtonElement>(null)
  const models = runnableModels(list)
  const chosen = useChosenModels(models)
  const priceOf = usePrices(unsent)
  const names = chosen.map(({ name }) => name).join(', ')
  const prices = chosen.map(priceOf).filter((price) => price !== undefined)
  const isChoice = models.length > 1 && chosen.length === 1 && !isPhone
  const label =
    chosen.length > 1
      ? t('runSeveral', { count: chosen.length })
      : isChoice
        ? t('runWith', { model: names })
        : t('run')
  const credits = prices.reduce((sum, price) => sum + price, 0)
  return (
    <>
      <Button
        ref={button}
        icon={<Play size={16} />}
        // Shows with which models, and at what cost.
        title={[names, prices.length > 0 && t('price', { credits })].filter(Boolean).join(', ')}
        aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
        onClick={run}
      >
        <span className={styles.label}>{label}</span>
      </Button>
      <ModelMenu
        ref={menu}
        canConnect={list.canConnect}
        onChosen={() => button.current?.focus()}
        {...{ models, chosen, priceOf, onEarlier }}
      />
    </>
  )
}
