/** Writes a text to the clipboard; returns whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  // Only secure origins have the clipboard API: not a home server at http://192.168.…
  if (!navigator.clipboard) return copyBySelection(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Copies a text synchronously, before the page loses the focus; returns whether that worked. */
export function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  // Outside an open dialog nothing can be selected.
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
