import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LoginCheck } from '#contract/accounts/login-check.ts'
import { loginCheckQuery } from './check-login.ts'

/** `credits` is the balance. It can exceed the amount granted, since unspent credits carry over. */
type Credits = LoginCheck['credits']

export type CreditChange =
  | { kind: 'initialise'; credits: Credits }
  | { kind: 'increment' | 'decrement' }
  | { kind: 'add' | 'subtract' | 'set'; amount: number }

export const noCredits: Credits = { given: 0, credits: 0 }

/** Applies a change to the balance. */
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

/** The user's credits as of the login check, and a function that changes them on screen. */
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
