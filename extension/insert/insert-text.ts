// The code that the extension runs in a page: it reads the field with the focus, and inserts a text into it.
//
// It is built to one script without imports, and injected after a user action, into the top frame of the tab only:
//
//   const target = { tabId }
//   await scripting.executeScript({ target, files: ['insert-text.js'] })
//   const [read] = await scripting.executeScript({ target, func: () => globalThis.promptshelfField?.read() })
//   …
//   const func = (text: string) => globalThis.promptshelfField?.insert(text) ?? 'no-field'
//   const [inserted] = await scripting.executeScript({ target, func, args: [text] })
//
// From there it follows `activeElement` through open shadow roots and frames of the same origin, so exactly one field
// is found, and no other frame runs any of this. `document.hasFocus()` would not help: the popup has the focus.
// `activeTab` does not extend to frames of other origins, so a field in one is 'no-field'. If a page cannot be
// injected into at all, `executeScript` rejects. Both mean: use the clipboard. Each injection chooses the field again.

export type FieldState = { hasField: boolean; selection: string; title: string; url: string }

/** 'differs': the field would not take the text as it is, and contains again what it did before. */
export type InsertResult = 'inserted' | 'differs' | 'no-field'

type TextControl = HTMLInputElement | HTMLTextAreaElement
type Field = { control: TextControl } | { host: HTMLElement; range: Range | undefined }

declare global {
  var promptshelfField:
    | { read: () => FieldState; insert: (text: string) => Promise<InsertResult> }
    | undefined
}

let field: Field | undefined

/** Chooses the field that has the focus. Only this one is inserted into later. */
export function readField(): FieldState {
  const focused = focusedElement()
  field = focused && fieldOf(focused)
  return {
    hasField: field !== undefined,
    selection: selectedText(focused),
    title: document.title,
    url: location.href,
  }
}

/** Inserts a text at the caret of the chosen field, if that is still the same, visible and editable. */
export async function insertText(text: string): Promise<InsertResult> {
  if (field === undefined) return 'no-field'
  return 'control' in field ? insertIntoControl(field.control, text) : insertIntoHost(field, text)
}

globalThis.promptshelfField = { read: readField, insert: insertText }

function focusedElement(): Element | undefined {
  let element = document.activeElement
  for (;;) {
    const inner = element?.shadowRoot?.activeElement ?? frameDocument(element)?.activeElement
    if (!inner) return element ?? undefined
    element = inner
  }
}

function frameDocument(element: Element | null): Document | undefined {
  return (element as HTMLIFrameElement | null)?.contentDocument ?? undefined
}

function fieldOf(focused: Element): Field | undefined {
  if (isControl(focused)) return isOpen(focused) ? { control: focused } : undefined
  const host = hostOf(focused)
  if (host === undefined || !isVisible(host)) return undefined
  const selection = selectionIn(host)
  const range =
    selection && isWithin(host, selection) ? selection.getRangeAt(0).cloneRange() : undefined
  return { host, range }
}

function isControl(element: Element): element is TextControl {
  return element.localName === 'textarea' || element.localName === 'input'
}

const textTypes = ['text', 'search', 'url', 'tel']

function isOpen(control: TextControl): boolean {
  const isText = control.localName === 'textarea' || textTypes.includes(control.type)
  const isSecret = /password|one-time-code/.test(control.autocomplete)
  return (
    isText && !isSecret && !control.readOnly && !control.matches(':disabled') && isVisible(control)
  )
}

/** The outermost editable element around an element. */
function hostOf(element: Element): HTMLElement | undefined {
  let host: HTMLElement | undefined
  for (let each: Element | null = element; each; each = each.parentElement) {
    if ((each as HTMLElement).isContentEditable !== true) break
    host = each as HTMLElement
  }
  return host
}

/** Editors that draw their own text hide a tiny or transparent field below it. */
function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  return element.isConnected && isShown && width > 8 && height > 8
}

function selectionIn(element: Element): Selection | undefined {
  const root = element.getRootNode() as Document | (ShadowRoot & { getSelection?: () => Selection })
  return root.getSelection?.() ?? element.ownerDocument.getSelection() ?? undefined
}

function isWithin(host: Element, selection: Selection): boolean {
  return (
    selection.rangeCount > 0 &&
    host.contains(selection.anchorNode) &&
    host.contains(selection.focusNode)
  )
}

function selectedText(focused: Element | undefined): string {
  if (focused && isControl(focused)) {
    const { value, selectionStart, selectionEnd } = focused
    if (focused.type === 'password' || selectionStart === null || selectionEnd === null) return ''
    return value.slice(selectionStart, selectionEnd)
  }
  const selection = focused ? selectionIn(focused) : document.getSelection()
  return selection?.toString() ?? ''
}

async function insertIntoControl(control: TextControl, text: string): Promise<InsertResult> {
  if (!isOpen(control)) return 'no-field'
  const { value, maxLength } = control
  const start = control.selectionStart ?? value.length
  const end = control.selectionEnd ?? value.length
  // A field of one line takes a text as when it is pasted.
  const fitting = control.localName === 'input' ? text.replaceAll(/\r\n?|\n/g, ' ') : text
  const expected = value.slice(0, start) + fitting + value.slice(end)
  if (maxLength >= 0 && expected.length > maxLength) return 'differs'
  write(control, fitting, start, end)
  if (await becomes(() => control.value, expected)) return 'inserted'
  write(control, value, 0, control.value.length)
  control.setSelectionRange(start, end)
  return 'differs'
}

function write(control: TextControl, text: string, start: number, end: number): void {
  control.setRangeText(text, start, end, 'end')
  const inputType = 'insertText'
  control.dispatchEvent(
    new InputEvent('input', { bubbles: true, composed: true, inputType, data: text }),
  )
}

const longestTyped = 300

async function insertIntoHost(
  { host, range }: Extract<Field, { host: unknown }>,
  text: string,
): Promise<InsertResult> {
  if (hostOf(host) !== host || !isVisible(host)) return 'no-field'
  if (!takeFocus(host, range)) return 'no-field'
  const before = readHost(host)
  const selection = selectionIn(host)
  if (selection === undefined || !isWithin(host, selection)) return 'no-field'
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  const expected =
    readHost(host, [startContainer, startOffset]).upTo +
    text +
    before.text.slice(readHost(host, [endContainer, endOffset]).upTo.length)
  const ways =
    text.split('\n').length > longestTyped ? [paste, pasteSlice] : [type, pasteSlice, paste]
  for (const way of ways) {
    if (!way(host, text)) continue
    if (await becomes(() => readHost(host).text, expected)) return 'inserted'
    if (!(await undo(host, before.text))) return 'differs'
  }
  return 'differs'
}

function takeFocus(host: HTMLElement, range: Range | undefined): boolean {
  if (focusedElement() !== host) host.focus({ preventScroll: true })
  if (range && focusedElement() === host) {
    const selection = selectionIn(host)
    if (selection && !isWithin(host, selection)) {
      selection.removeAllRanges()
      selection.addRange(range)
    }
  }
  return focusedElement() === host
}

function type(host: HTMLElement, text: string): boolean {
  return host.ownerDocument.execCommand('insertText', false, text)
}

function paste(host: HTMLElement, text: string): boolean {
  return pasteAs(host, { 'text/plain': text })
}

/** ProseMirror drops blank lines from pasted text, but not from its own form of a copy. */
function pasteSlice(host: HTMLElement, text: string): boolean {
  if (!host.classList.contains('ProseMirror')) return false
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const lines = escaped.split(/\r\n?|\n/).map((line) => `<p>${line}</p>`)
  return pasteAs(host, {
    'text/plain': text,
    'text/html': `<div data-pm-slice="1 1 []">${lines.join('')}</div>`,
  })
}

function pasteAs(host: HTMLElement, contents: Record<string, string>): boolean {
  const clipboardData = new DataTransfer()
  for (const [kind, content] of Object.entries(contents)) clipboardData.setData(kind, content)
  const options = { bubbles: true, cancelable: true, composed: true, clipboardData }
  return !host.dispatchEvent(new ClipboardEvent('paste', options))
}

async function undo(host: HTMLElement, before: string): Promise<boolean> {
  if (isSame(readHost(host).text, before)) return true
  const isMac = navigator.platform.startsWith('Mac')
  const options = { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: !isMac, metaKey: isMac }
  const isIgnored = host.dispatchEvent(
    new KeyboardEvent('keydown', { ...options, bubbles: true, cancelable: true, composed: true }),
  )
  if (isIgnored) host.ownerDocument.execCommand('undo')
  return becomes(() => readHost(host).text, before)
}

/** The text of an editable element, and its part before a position. */
function readHost(
  host: HTMLElement,
  [untilNode, untilOffset]: [Node?, number?] = [],
): { text: string; upTo: string } {
  let text = ''
  let upTo: string | undefined
  const view = host.ownerDocument.defaultView
  const visit = (node: Node) => {
    if (node.nodeType === 3) {
      if (node === untilNode) upTo = text + (node as Text).data.slice(0, untilOffset)
      text += (node as Text).data
      return
    }
    if (node.nodeType !== 1) return
    const element = node as HTMLElement
    if (element !== host && element.contentEditable === 'false') return
    const isBlock = view?.getComputedStyle(element).display !== 'inline'
    if (isBlock || element.localName === 'br') text += '\n'
    let index = 0
    for (const child of element.childNodes) {
      if (node === untilNode && index === untilOffset) upTo = text
      visit(child)
      index += 1
    }
    if (node === untilNode && upTo === undefined) upTo = text
    if (isBlock) text += '\n'
  }
  visit(host)
  return { text, upTo: upTo ?? text }
}

/** Waits until a page that writes the field again has done so. */
async function becomes(read: () => string, expected: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    if (isSame(read(), expected)) return true
  }
  return false
}

function isSame(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return text.replaceAll('\u200B', '').replaceAll(/\s+/g, ' ').trim()
}
