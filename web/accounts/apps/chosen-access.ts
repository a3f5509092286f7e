import { useEffect, useState } from 'react'
import type { ConnectRequest, appDays } from '#contract/accounts/apps.ts'
import { scopeSwitches } from '#contract/core/scopes.ts'
import type { ChosenAccess } from '#web/accounts/access/access-fields.tsx'
import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'chosen-access'

type Chosen = ChosenAccess<(typeof appDays)[number]>

/**
 * The access that the user grants an app. Initially the requested access, except runs, which may cost credits. Stored
 * in this tab for the same request and account, because re-authentication with Google, or a new login, reloads the
 * page.
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
    choose: (part: Partial<Chosen>) => setChosen((previous) => ({ ...previous, ...part })),
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
