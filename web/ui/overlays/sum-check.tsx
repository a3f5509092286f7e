import { useState } from 'react'
import { Field } from '#web/ui/controls/field.tsx'

export type Sum = { first: number; second: number; answer: string }

/** A sum of two numbers, each 1 to 20, to solve before something is destroyed. */
export function useSum() {
  return useState<Sum>(() => ({ first: oneToTwenty(), second: oneToTwenty(), answer: '' }))
}

export function isSolved({ first, second, answer }: Sum): boolean {
  return answer.trim() !== '' && Number(answer) === first + second
}

type SumCheckProps = {
  sum: Sum
  label: string
  /** Message for a wrong answer. */
  wrong: string
  onChange: (sum: Sum) => void
}

/** The sum, and a message once the answer is wrong: a disabled button alone would not show the reason. */
export function SumCheck({ sum, label, wrong, onChange }: SumCheckProps) {
  const [isGiven, setGiven] = useState(false)
  return (
    <Field
      label={label}
      error={isGiven && !isSolved(sum) ? wrong : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={sum.answer}
      data-autofocus
      onChange={(event) => onChange({ ...sum, answer: event.target.value })}
      onBlur={() => setGiven(sum.answer !== '')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setGiven(true)
      }}
    />
  )
}

function oneToTwenty() {
  return 1 + Math.floor(Math.random() * 20)
}
