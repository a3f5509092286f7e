import { useId, useState } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { openInCalls, type OpenInTarget } from '#contract/open-in.ts'
import { send } from '#web/api/send.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Menu } from '#web/ui/controls/menu.tsx'
import { toAddress } from './to-address.ts'

/** Storage key for the id of the site last used on this device. */
const storageKey = 'open-in'

const targetsQuery = queryOptions({
  queryKey: ['open-in'],
  queryFn: ({ signal }) => send(openInCalls.listOpenInTargets, {}, { signal }),
  staleTime: Infinity,
})

/** Opens a model's site with the filled-in text, which is always put on the clipboard as well. */
export function OpenIn({ copyNow }: { copyNow: () => string | undefined }) {
  const t = useTranslations('history.openIn')
  const { data } = useQuery(targetsQuery)
  const [lastId, setLastId] = useState(() => localStorage.getItem(storageKey))
  const targets = data?.targets ?? []
  const last = targets.find(({ id }) => id === lastId)
  const openIn = (target: OpenInTarget) => {
    const text = copyNow()
    if (text === undefined) return
    window.open(toAddress(target, text), '_blank', 'noopener,noreferrer')
    localStorage.setItem(storageKey, target.id)
    setLastId(target.id)
  }
  if (targets.length === 0) return null
  return (
    <div className="row gap-4">
      {last && <Button onClick={() => openIn(last)}>{t('named', { name: last.name })}</Button>}
      <Menu
        label={t('title')}
        icon={<ExternalLink size={17} />}
        entries={targets.map((target) => ({
          key: target.id,
          label: target.name,
          onPress: () => openIn(target),
        }))}
      />
    </div>
  )
}

/** The same as a row of buttons, where nothing else can be done with the text. */
export function OpenInButtons({ copyNow }: { copyNow: () => string | undefined }) {
  const t = useTranslations('history.openIn')
  const id = useId()
  const targets = useQuery(targetsQuery).data?.targets ?? []
  const openIn = (target: OpenInTarget) => {
    const text = copyNow()
    if (text === undefined) return
    window.open(toAddress(target, text), '_blank', 'noopener,noreferrer')
    localStorage.setItem(storageKey, target.id)
  }
  if (targets.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className="stack gap-8">
      <h3 id={id} className="text-13 medium">
        {t('title')}
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
