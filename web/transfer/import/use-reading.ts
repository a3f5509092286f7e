import { useEffect, useState } from 'react'
import type { FormatOptions } from '#web/transfer/formats/format.ts'
import { readFiles } from '#web/transfer/reading/read-files.ts'
import type { Reading, Source } from '#web/transfer/reading/reading.ts'

type State = {
  reading?: Reading
  /** From 0 to 1. */
  share: number
  isReading: boolean
  failure?: unknown
}

/** What is in some files. Read again with other options, the former reading stays until the next one is there. */
export function useReading(sources: readonly Source[] | undefined, options: FormatOptions): State {
  const [state, setState] = useState<State>({ share: 0, isReading: false })
  const [asked, setAsked] = useState({ sources, options })
  if (asked.sources !== sources || asked.options !== options) {
    setAsked({ sources, options })
    const kept = asked.sources === sources ? state : {}
    setState({ ...kept, share: 0, isReading: sources !== undefined })
  }
  useEffect(() => {
    if (!sources) return
    const onProgress = (share: number) => setState((last) => ({ ...last, share }))
    const { result, cancel } = readFiles(sources, { ...options, onProgress })
    let isOver = false
    result.then(
      (reading) => isOver || setState({ reading, share: 1, isReading: false }),
      (failure: unknown) => isOver || setState({ failure, share: 0, isReading: false }),
    )
    return () => {
      isOver = true
      cancel()
    }
  }, [sources, options])
  return state
}
