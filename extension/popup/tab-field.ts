import type { FieldState, InsertResult } from '#extension/insert/insert-text.ts'
import { extensionApi } from '#extension/browser/extension-api.ts'

/** How long a busy page may take, in milliseconds. */
const readTime = 1_000
const insertTime = 5_000

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
    const [answer] = await extensionApi.scripting.executeScript({ target, func: readInPage })
    return answer?.result
  }
  const field = await inTime(read(), readTime)
  return { ...(field ?? noField), tabId }
}

/** Inserts a text into the field that was read. */
export async function insertIntoTab(
  tabId: number | undefined,
  text: string,
): Promise<InsertResult> {
  if (tabId === undefined) return 'no-field'
  const insert = async () => {
    const injection = { target: { tabId }, func: insertInPage, args: [text] as [string] }
    const [answer] = await extensionApi.scripting.executeScript(injection)
    return answer?.result
  }
  return (await inTime(insert(), insertTime)) ?? 'no-field'
}

function readInPage() {
  return globalThis.promptshelfField?.read()
}

function insertInPage(text: string) {
  return globalThis.promptshelfField?.insert(text)
}

/** Undefined if the page does not answer in time, or must not be accessed. */
async function inTime<Value>(answer: Promise<Value>, ms: number): Promise<Value | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))
  return Promise.race([answer.catch(() => undefined), late])
}
