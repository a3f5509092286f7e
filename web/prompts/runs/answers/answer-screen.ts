import { useRef, useState } from 'react'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useLiveRuns, type LiveRun } from '#web/prompts/runs/live-runs.ts'
import { shownRun } from './answers.tsx'

/** The state of how a prompt and its answers share the screen. */
export type AnswerScreen = {
  runs: readonly LiveRun[]
  isPhone: boolean
  /** Whether the prompt is collapsed to one line. */
  isFolded: boolean
  /** Whether it is collapsed on a phone, where the answer also replaces the footer. */
  hasScreen: boolean
  /** The answer shown if there is room for only one. */
  shown: LiveRun | undefined
  show: (key: string) => void
  /**
   * Announces a requested answer. Only such an answer collapses the prompt: others may arrive while the user fills it
   * in.
   */
  expect: () => void
  stopExpecting: () => void
  isExpected: () => boolean
  fold: () => void
  unfold: () => void
}

export function useAnswerScreen(promptId: string): AnswerScreen {
  const runs = useLiveRuns(promptId)
  const isPhone = useMediaQuery('(max-width: 640px)')
  const [wasFolded, setFolded] = useState(false)
  const [shownKey, setShownKey] = useState<string>()
  const isExpected = useRef(false)
  const isFolded = wasFolded && runs.length > 0
  return {
    runs,
    isPhone,
    isFolded,
    hasScreen: isFolded && isPhone,
    shown: shownRun(runs, shownKey),
    show: setShownKey,
    expect: () => {
      isExpected.current = true
    },
    stopExpecting: () => {
      isExpected.current = false
    },
    isExpected: () => isExpected.current,
    fold: () => {
      isExpected.current = false
      setFolded(true)
    },
    unfold: () => setFolded(false),
  }
}
