import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LoginCheck } from '#contract/accounts/login-check.ts'
import { loginCheckQuery } from './check-login.ts'

/** `credits` are those at hand, which may be more than were given: what is not spent stays. */
type Credits = LoginCheck['credits']

export type CreditChange =
  | { kind: 'initialise'; credits: Credits }
  | { kind: 'increment' | 'decrement' }
  | { kind: 'add' | 'subtract' | 'set'; amount: number }

export const noCredits: Credits = { given: 0, credits: 0 }

/** The credits after a change. */
export function changeCredits(before: Credits, change: CreditChange): Credits {
  switch (change.kind) {
    case 'initialise':
      return change.credits
    case 'increment':
      return { ...before, credits: before.credits + 1 }
    case 'decrement':
      return { ...before, credits: before.credits - 1 }
    case 'add':
      return { ...before, credits: before.credits + change.amount }
    case 'subtract':
      return { ...before, credits: before.credits - change.amount }
    case 'set':
      return { ...before, credits: change.amount }
  }
}

/** The reader's credits, which are what the login check has said, and a way to change them on screen. */
export function useCredits(): [Credits, (change: CreditChange) => void] {
  const client = useQueryClient()
  const { data: login } = useQuery(loginCheckQuery)
  const change = (made: CreditChange) =>
    client.setQueryData(
      loginCheckQuery.queryKey,
      (login) => login && { ...login, credits: changeCredits(login.credits, made) },
    )
  return [login?.credits ?? noCredits, change]
}
