import { extensionApi, type Tab } from '#extension/browser/extension-api.ts'

/** A text that was selected in a page, on its way to the form. */
export type KeptSelection = { text: string; title: string; url: string }

const { scripting, storage } = extensionApi

/**
 * Keeps a selection for the form, until the browser is closed. The menu's own text is on one line, so it is read from
 * the page, if possible. Returns its key.
 */
export async function keepSelection(text: string, tab: Tab = {}): Promise<string> {
  const { id, title = '', url = '' } = tab
  const whole = id === undefined ? '' : await readSelection(id).catch(() => '')
  const isSame = whole.replaceAll(/\s+/g, '') === text.replaceAll(/\s+/g, '')
  const key = crypto.randomUUID()
  await storage.session.set({ [key]: { title, url, text: isSame ? whole : text } })
  return key
}

async function readSelection(tabId: number): Promise<string> {
  const [answer] = await scripting.executeScript({
    target: { tabId },
    func: () => getSelection()?.toString(),
  })
  return answer?.result ?? ''
}
