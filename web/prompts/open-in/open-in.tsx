import { use, useId, useState, useSyncExternalStore, type Ref } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { openInCalls, toAddress, type OpenInTarget } from '#contract/library/open-in/open-in.ts'
import { queryOf } from '#web/api/query-of.ts'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Menu, type MenuControls } from '#web/ui/controls/menu.tsx'
import { deviceStorage } from '#web/ui/browser/storage.ts'
import { FillInContext, openGapsOf } from '#web/prompts/fill-in/fill-in-settings.ts'

/** Storage key for the id of the site last used on this device. */
const storageKey = 'open-in'

const targetsQuery = {
  ...queryOf(openInCalls.listOpenInTargets, {}, []),
  staleTime: Infinity,
}

const none: OpenInTarget[] = []

/** Returns the sites of models that a prompt can be opened in. */
export function useOpenInTargets(): OpenInTarget[] {
  return useQuery(targetsQuery).data?.targets ?? none
}

type OpenInProps = {
  body: string
  /** Opens the menu on a phone, where its own button is hidden. */
  menu: Ref<MenuControls>
  copyNow: () => string | undefined
}

/**
 * Attached to the copy button: opens a model's site with the filled-in text, which is always copied to the clipboard as
 * well. The last used site comes first.
 */
export function OpenIn({ menu, body, copyNow }: OpenInProps) {
  const title = useTitle(body)
  const targets = useOpenInTargets()
  const [lastId, setLastId] = useState(() => deviceStorage.getItem(storageKey))
  const openIn = (target: OpenInTarget) => {
    const text = copyNow()
    if (text === undefined) return
    window.open(toAddress(target, text), '_blank', 'noopener,noreferrer')
    deviceStorage.setItem(storageKey, target.id)
    setLastId(target.id)
  }
  if (targets.length === 0) return null
  return (
    <Menu
      ref={menu}
      label={title}
      isHeaded
      className={buttonStyles.arrow}
      icon={<ChevronDown size={16} />}
      entries={targets
        .toSorted((a, b) => Number(b.id === lastId) - Number(a.id === lastId))
        .map((target) => ({
          key: target.id,
          label: target.name,
          aside: <ExternalLink size={15} />,
          onPress: () => openIn(target),
        }))}
    />
  )
}

/** The same as a row of buttons, if this is the only available action. */
export function OpenInButtons({ body, copyNow }: Omit<OpenInProps, 'menu'>) {
  const title = useTitle(body)
  const id = useId()
  const targets = useOpenInTargets()
  const openIn = (target: OpenInTarget) => {
    const text = copyNow()
    if (text === undefined) return
    window.open(toAddress(target, text), '_blank', 'noopener,noreferrer')
    deviceStorage.setItem(storageKey, target.id)
  }
  if (targets.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className="stack gap-8">
      <h3 id={id} className="text-13 medium">
        {title}
      </h3>
      <div className="flex wrap gap-8">
        {targets.map((target) => (
          <Button key={target.id} onClick={() => openIn(target)}>
            {target.name}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Shows how many variables are still empty, like the copy button: the site gets them in braces. */
function useTitle(body: string): string {
  const t = useTranslations('history.openIn')
  const { values, settings, writing } = use(FillInContext)
  const current = useSyncExternalStore(values.subscribe, values.get, values.get)
  const empty = openGapsOf(body, current, { settings, writing }).length
  return empty === 0 ? t('title') : t('titleWithEmpty', { empty })
}
