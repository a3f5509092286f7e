import type { ReactNode } from 'react'
import { createRunSplitter } from './isolate-runs.ts'

/** Returns a function that draws the texts between a prompt's variables, in order, with isolated left-to-right runs. */
export function createRunDrawer(): (text: string) => ReactNode {
  const split = createRunSplitter()
  return (text) =>
    split(text).map(({ text: run, isIsolated }, at) =>
      // oxlint-disable-next-line react/no-array-index-key -- a run is nothing but its place in the text
      isIsolated ? <bdi key={at}>{run}</bdi> : run,
    )
}
