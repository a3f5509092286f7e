import type { FieldState, InsertResult } from '#extension/insert/insert-text.ts'
import { extensionApi } from '#extension/browser/extension-api.ts'

/** How long a busy page may take to be read, and to begin with a text, in milliseconds. */
const readTime = 1_000
const startTime = 5_000
/** Some editors take seconds for thousands of lines. */
const insertTime = 20_000

const noField: FieldState = { hasField: false, selection: '', title: '', url: '' }
const { scripting, tabs } = extensionApi

/** The field with the focus in the tab below the popup. */
export type TabField = FieldState & {
  /** Inserts a text into it. After 'late', a page that has begun may still end. */
  insert: (text: string) => Promise<InsertResult>
}

/** Reads the field in the tab below the popup. Pages of the browser itself have none. */
export async function readTabField(): Promise<TabField> {
  const [tab] = await tabs.query({ active: true, currentWindow: true })
  // Nothing can be injected into a tab without an id.
  const target = { tabId: tab?.id ?? -1 }
  const read = async () => {
    await scripting.executeScript({ target, files: ['insert-text.js'] })
    return scripting.executeScript({ target, func: () => globalThis.promptshelfField?.read() })
  }
  const field = (await inTime(read(), readTime, undefined)) ?? noField
  const insert = async (text: string): Promise<InsertResult> => {
    if (!field.hasField) return 'no-field'
    const writing = scripting.executeScript({
      target,
      func: (...args: [string, number]) => globalThis.promptshelfField?.insert(...args),
      args: [text, Date.now() + startTime],
    })
    return (await inTime(writing, insertTime, 'late')) ?? 'no-field'
  }
  return { ...field, insert }
}

/** Returns a page's answer, undefined if it must not be accessed, or `late` if it does not answer in time. */
async function inTime<Value, Late>(answer: Promise<{ result?: Value }[]>, ms: number, late: Late) {
  const answered = answer.then(([first]) => first?.result).catch(() => undefined)
  return Promise.race([answered, new Promise<Late>((resolve) => setTimeout(resolve, ms, late))])
}
