import { useEffect, useState } from 'react'
import type { ConnectRequest, appDays } from '#contract/accounts/apps.ts'
import { scopeSwitches } from '#contract/core/scopes.ts'
import type { ChosenAccess } from '#web/accounts/access/access-fields.tsx'
import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'chosen-access'

type Chosen = ChosenAccess<(typeof appDays)[number]>

/**
 * What the user allows an app, at first what it asks for without runs, which may cost credits. Kept in this tab for the
 * same request and account: a proof by Google, or a new login, loads the page again.
 */
export function useChosenAccess({ uid, scopes }: ConnectRequest, email: string) {
  const id = `${uid} ${email}`
  const [chosen, setChosen] = useState<Chosen>(
    () =>
      read(id) ?? {
        scopes: scopes.filter((scope) => !scopeSwitches.includes(scope)),
        folderId: '',
        days: 30,
      },
  )
  useEffect(() => {
    tabStorage.setItem(key, JSON.stringify({ id, chosen }))
  }, [id, chosen])
  return {
    chosen,
    choose: (part: Partial<Chosen>) => setChosen((former) => ({ ...former, ...part })),
  }
}

export function forgetChosenAccess(): void {
  tabStorage.removeItem(key)
}

function read(id: string): Chosen | undefined {
  const text = tabStorage.getItem(key)
  const kept = text === null ? undefined : (JSON.parse(text) as { id: string; chosen: Chosen })
  return kept?.id === id ? kept.chosen : undefined
}
