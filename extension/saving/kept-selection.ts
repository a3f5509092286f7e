import { extensionApi } from '#extension/browser/extension-api.ts'

/** A text that was selected in a page, on its way to the form. */
export type KeptSelection = { text: string; title: string; url: string }

const { session } = extensionApi.storage

/**
 * Keeps a selection for the form, until the browser is closed. The menu's own text is on one line, so it is read from
 * the page, if possible. Returns its key.
 */
export async function keepSelection({
  tabId,
  ...shown
}: KeptSelection & { tabId: number | undefined }): Promise<string> {
  const whole = tabId === undefined ? '' : await readSelection(tabId).catch(() => '')
  const isSame = whole.replaceAll(/\s+/g, '') === shown.text.replaceAll(/\s+/g, '')
  const key = crypto.randomUUID()
  await session.set({ [key]: { ...shown, text: isSame ? whole : shown.text } })
  return key
}

async function readSelection(tabId: number): Promise<string> {
  const [answer] = await extensionApi.scripting.executeScript({
    target: { tabId },
    func: selectedText,
  })
  return answer?.result ?? ''
}

/** Runs in the page. */
function selectedText(): string {
  return getSelection()?.toString() ?? ''
}

/** Returns a kept selection. */
export async function readKept(key: string): Promise<KeptSelection | undefined> {
  return (await session.get(key))[key] as KeptSelection | undefined
}

export async function forgetKept(key: string): Promise<void> {
  await session.remove(key)
}
