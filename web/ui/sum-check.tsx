import { useState } from 'react'
import { Field } from './field.tsx'

export type Sum = { first: number; second: number; answer: string }

/** A sum of two numbers, each 1 to 20, to be solved before something is destroyed (spec §9). */
export function useSum() {
  return useState<Sum>(() => ({ first: oneToTwenty(), second: oneToTwenty(), answer: '' }))
}

export function isSolved({ first, second, answer }: Sum): boolean {
  return answer.trim() !== '' && Number(answer) === first + second
}

type SumCheckProps = {
  sum: Sum
  label: string
  error?: string | undefined
  onChange: (sum: Sum) => void
}

export function SumCheck({ sum, label, error, onChange }: SumCheckProps) {
  return (
    <Field
      label={label}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      value={sum.answer}
      data-autofocus
      onChange={(event) => onChange({ ...sum, answer: event.target.value })}
    />
  )
}

function oneToTwenty() {
  return 1 + Math.floor(Math.random() * 20)
}
