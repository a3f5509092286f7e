import type { FieldState, InsertResult } from '#extension/insert/insert-text.ts'
import { extensionApi } from '#extension/browser/extension-api.ts'
import { wait } from '#extension/browser/wait.ts'

/** How long a busy page may take to be read, and to begin with a text, in milliseconds. */
const readTime = 1_000
const startTime = 5_000
/** Some editors take seconds for thousands of lines. */
const insertTime = 20_000

const noField: FieldState = { hasField: false, selection: '', title: '', url: '' }

/** The tab below the popup, and the field in it that had the focus. */
export type TabField = FieldState & { tabId: number | undefined }

/** Reads the field in the tab below the popup. Pages of the browser itself have none. */
export async function readTabField(): Promise<TabField> {
  const [tab] = await extensionApi.tabs.query({ active: true, currentWindow: true })
  const tabId = tab?.id
  if (tabId === undefined) return { ...noField, tabId }
  const read = async () => {
    const target = { tabId }
    await extensionApi.scripting.executeScript({ target, files: ['insert-text.js'] })
    const [answer] = await extensionApi.scripting.executeScript({
      target,
      func: () => globalThis.promptshelfField?.read(),
    })
    return answer?.result
  }
  const field = await inTime(read(), readTime, undefined)
  return { ...(field ?? noField), tabId }
}

/** Inserts a text into the field that was read. After 'late', a page that has begun may still end. */
export async function insertIntoTab(
  tabId: number | undefined,
  text: string,
): Promise<InsertResult> {
  if (tabId === undefined) return 'no-field'
  const insert = async () => {
    const [answer] = await extensionApi.scripting.executeScript({
      target: { tabId },
      func: (...args: [string, number]) => globalThis.promptshelfField?.insert(...args),
      args: [text, Date.now() + startTime],
    })
    return answer?.result
  }
  return (await inTime(insert(), insertTime, 'late')) ?? 'no-field'
}

/** Returns a page's answer, undefined if it must not be accessed, or `late` if it does not answer in time. */
async function inTime<Value, Late>(answer: Promise<Value>, ms: number, late: Late) {
  return Promise.race([answer.catch(() => undefined), wait(ms).then(() => late)])
}
