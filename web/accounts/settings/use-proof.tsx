import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/accounts/profile.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { useLingering } from '#web/ui/overlays/linger.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { ProofDialog } from './proof-dialog.tsx'

type Waiting = { profile: Profile; act: () => void }

/** Whether an account has a second factor or a passkey, with which it then re-authenticates. */
const hasFactor = ({ proofs }: Profile) => proofs.length > 0 && !proofs.includes('password')

/**
 * Delays an action until the user has recently re-authenticated, and asks for it if necessary. The caller renders
 * `dialog`.
 *
 * @param asksAlways asks an account with a factor even after recent re-authentication
 */
export function useProof({ asksAlways = false } = {}): {
  whenProved: (act: () => void) => Promise<void>
  dialog: ReactNode
} {
  const client = useQueryClient()
  const errorText = useErrorText()
  const [waiting, setWaiting] = useState<Waiting>()
  const shown = useLingering(waiting)

  async function whenProved(act: () => void) {
    try {
      const profile = await client.fetchQuery({ ...profileQuery, staleTime: 0 })
      if (profile.needsProof || (asksAlways && hasFactor(profile))) setWaiting({ profile, act })
      else act()
    } catch (error) {
      toastError(errorText(error as Error))
    }
  }

  return {
    whenProved,
    dialog: shown && (
      <ProofDialog
        open={waiting !== undefined}
        profile={shown.profile}
        asksAlways={asksAlways}
        onClose={() => setWaiting(undefined)}
        onProved={() => {
          setWaiting(undefined)
          shown.act()
        }}
      />
    ),
  }
}
