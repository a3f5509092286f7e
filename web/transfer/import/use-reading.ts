import { useEffect, useState } from 'react'
import type { FormatOptions } from '#contract/transfer/formats/format.ts'
import { readFiles } from '#web/transfer/reading/read-files.ts'
import type { Reading, Source } from '#web/transfer/reading/reading.ts'

type Outcome = {
  sources: readonly Source[]
  options: FormatOptions
  reading?: Reading
  failure?: unknown
}

/** Reads files. While files are read again with other options, the previous result stays. */
export function useReading(sources: readonly Source[] | undefined, options: FormatOptions) {
  const [outcome, setOutcome] = useState<Outcome>()
  /** From 0 to 1. */
  const [share, setShare] = useState(0)
  useEffect(() => {
    if (!sources) return
    const abort = new AbortController()
    const { signal } = abort
    readFiles(sources, { ...options, signal, onProgress: setShare }).then(
      (reading) => signal.aborted || setOutcome({ sources, options, reading }),
      (failure: unknown) => signal.aborted || setOutcome({ sources, options, failure }),
    )
    return () => {
      abort.abort()
      setShare(0)
    }
  }, [sources, options])
  const { reading, failure } = (outcome?.sources === sources && outcome) || {}
  const isReading = sources !== undefined && (!(reading || failure) || outcome?.options !== options)
  return { reading, failure, share, isReading }
}
