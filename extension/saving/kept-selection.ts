import { extensionApi } from '#extension/browser/extension-api.ts'

/** A text that was selected in a page, on its way to the form. */
export type KeptSelection = { text: string; title: string; url: string }

const { scripting, storage } = extensionApi

/**
 * Keeps a selection for the form, until the browser is closed. The menu's own text is on one line, so it is read from
 * the page, if possible. Returns its key.
 */
export async function keepSelection(
  text: string,
  { id = -1, title = '', url = '' }: Partial<chrome.tabs.Tab> = {},
): Promise<string> {
  const [answer] = await scripting
    .executeScript({ target: { tabId: id }, func: () => getSelection()?.toString() })
    .catch(() => [])
  const whole = answer?.result ?? ''
  const isSame = whole.replaceAll(/\s+/g, '') === text.replaceAll(/\s+/g, '')
  const key = crypto.randomUUID()
  await storage.session.set({ [key]: { title, url, text: isSame ? whole : text } })
  return key
}
