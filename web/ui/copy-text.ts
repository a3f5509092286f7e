/** Puts a text on the clipboard; tells whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  // Only secure origins have a clipboard: not a server in the living room, at http://192.168.…
  if (!navigator.clipboard) return copyBySelection(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Puts a text on the clipboard at once, for when the page loses the focus next; tells whether it is there. */
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
