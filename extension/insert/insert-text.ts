// The code that the extension runs in a page: it reads the field with the focus, and inserts a text into it. It is built
// to one script without imports, and injected after a user action, into the top frame of the tab only. Each injection
// chooses the field again.
//
// It follows `activeElement` through open shadow roots and frames of the same origin, so exactly one field is found, and
// no other frame runs any of this. `document.hasFocus()` would not help: the popup has the focus. `activeTab` does not
// extend to frames of other origins, so a field in one is 'no-field'.

export type FieldState = { hasField: boolean; selection: string; title: string; url: string }

/**
 * 'differs': the field does not take the text as it is. It contains what it did before, if it lets itself be undone.
 * 'late': the deadline has passed before anything was written, or after it was undone.
 */
export type InsertResult = 'inserted' | 'differs' | 'no-field' | 'late'

declare global {
  var promptshelfField: { read: () => FieldState; insert: typeof insertText } | undefined
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** The chosen field. `caret` is the selection in an editable element, in case that the page loses it. */
let chosen: { element: HTMLElement; caret: Range | undefined } | undefined

/** Chooses the field with the focus. Only this one is inserted into later. */
export function readField(): FieldState {
  const focused = focusedElement()
  const element = focused && fieldAt(focused)
  const selection = element && selectionIn(element)
  const caret = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined
  chosen = element && { element, caret }
  return {
    hasField: element !== undefined,
    selection: focused ? selectedText(focused) : '',
    title: document.title,
    url: location.href,
  }
}

/**
 * Inserts a text at the caret of the chosen field, if that is still the same, visible and editable. Nothing is begun
 * after the deadline, a time in milliseconds: a page may be busy until the user has left the popup.
 */
export async function insertText(text: string, deadline: number): Promise<InsertResult> {
  if (Date.now() > deadline) return 'late'
  const element = chosen?.element
  if (element === undefined || fieldAt(element) !== element) return 'no-field'
  const lines = text.replaceAll(/\r\n?/g, '\n')
  if (isControl(element)) return insertIntoControl(element, lines)
  return insertIntoHost(element, lines, deadline)
}

globalThis.promptshelfField = { read: readField, insert: insertText }

// --- The field ---

function focusedElement(): HTMLElement | undefined {
  let focused = document.activeElement
  for (;;) {
    const frame = (focused as HTMLIFrameElement | null)?.contentDocument
    const inner = focused?.shadowRoot?.activeElement ?? frame?.activeElement
    if (!inner) return (focused as HTMLElement | null) ?? undefined
    focused = inner
  }
}

/** The field that an element with the focus is, or is part of. */
function fieldAt(element: HTMLElement): HTMLElement | undefined {
  const field = isControl(element) ? element : hostOf(element)
  const isOpen = field && (!isControl(field) || takesText(field)) && isVisible(field)
  return isOpen ? field : undefined
}

function isControl(element: Element): element is Control {
  return element.localName === 'textarea' || element.localName === 'input'
}

function takesText(control: Control): boolean {
  const isText = ['textarea', 'text', 'search', 'url', 'tel'].includes(control.type)
  const isSecret = /password|one-time-code/.test(control.autocomplete)
  return isText && !isSecret && !control.readOnly && !control.matches(':disabled')
}

/** The outermost editable element around an element. */
function hostOf(element: HTMLElement): HTMLElement | undefined {
  let host: HTMLElement | undefined
  for (let each = element; each?.isContentEditable; each = each.parentElement as HTMLElement) {
    host = each
  }
  return host
}

/** Editors that draw text themselves hide a field: transparent, tiny, clipped, or left of the page. */
function isVisible(field: Element): boolean {
  if (!field.isConnected) return false
  for (let each: Element | null | undefined = field; each; each = parentOf(each)) {
    const { body, documentElement, defaultView } = each.ownerDocument
    if (each === documentElement || (each === body && each !== field)) continue
    const isClipping = defaultView?.getComputedStyle(each).overflow !== 'visible'
    if (each !== field && !isClipping && each.localName !== 'iframe') continue
    const { width, height, right } = each.getBoundingClientRect()
    const isOutside = Math.max(right, right + (defaultView?.scrollX ?? 0)) < 1
    const isShown = each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isShown || isOutside || width < 8 || height < 8) return false
  }
  return true
}

function parentOf(element: Element): Element | null | undefined {
  const { host } = element.getRootNode() as Partial<ShadowRoot>
  return element.parentElement ?? host ?? element.ownerDocument.defaultView?.frameElement
}

function selectionIn(element: Element): Selection | undefined {
  // Chromium has a selection for each shadow root.
  const root = element.getRootNode() as Document
  return root.getSelection?.() ?? element.ownerDocument.getSelection() ?? undefined
}

function selectedText(focused: HTMLElement): string {
  if (!isControl(focused)) return selectionIn(focused)?.toString() ?? ''
  if (!takesText(focused)) return ''
  return focused.value.slice(focused.selectionStart ?? 0, focused.selectionEnd ?? 0)
}

// --- Inputs and text areas ---

async function insertIntoControl(control: Control, text: string): Promise<InsertResult> {
  const { value, maxLength, selectionStart, selectionEnd } = control
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  // As browsers do when they paste into a single line.
  const written = control.localName === 'input' ? text.replaceAll('\n', ' ') : text
  const expected = value.slice(0, start) + written + value.slice(end)
  if (maxLength >= 0 && expected.length > maxLength) return 'differs'
  if (focusedElement() !== control) control.focus({ preventScroll: true })
  // Code of the page has run.
  if (fieldAt(control) !== control || control.value !== value) return 'no-field'
  write(control, written, start, end)
  if (await becomes(control, () => isSame(control.value, expected))) return 'inserted'
  if (control.value === value) return 'differs'
  write(control, value, 0, control.value.length)
  control.setSelectionRange(start, end)
  return 'differs'
}

/**
 * Chromium's `execCommand('insertText')` compares each line of a text with each of the control: 0.2 s for this many
 * pairs, and half a minute for 4,000 lines.
 */
const mostLinePairs = 100_000

/**
 * Replaces a range as typing does, so that the user can undo it, or without that if the page keeps the focus away or it
 * would take too long.
 */
function write(control: Control, text: string, start: number, end: number): void {
  control.setSelectionRange(start, end)
  const command = text === '' ? 'delete' : 'insertText'
  const isFocused = focusedElement() === control
  const lines = lineCount(text)
  const isQuick = lines * (lines + lineCount(control.value)) <= mostLinePairs
  if (isFocused && isQuick && control.ownerDocument.execCommand(command, false, text)) return
  control.setRangeText(text, start, end, 'end')
  const options = { bubbles: true, composed: true, inputType: 'insertText', data: text }
  control.dispatchEvent(new InputEvent('input', options))
}

// --- Editable elements ---

/** It types a new line as an element that ProseMirror may not know. Its `insertHTML` collapses plain text. */
const isFirefox = 'wrappedJSObject' in globalThis

/** Above this number of lines, `execCommand('insertText')` takes seconds. */
const mostTypedLines = 300

type Way = (host: HTMLElement, text: string) => void

async function insertIntoHost(
  host: HTMLElement,
  text: string,
  deadline: number,
): Promise<InsertResult> {
  const selection = focusOn(host)
  // Code of the page has run.
  if (selection === undefined || fieldAt(host) !== host) return 'no-field'
  // It would not be seen.
  if (!/\S/.test(text)) return 'differs'
  const range = selection.getRangeAt(0)
  const before = textOf(host)
  const start = textOf(host, range.startContainer, range.startOffset)
  const end = textOf(host, range.endContainer, range.endOffset)
  const expected = start + text + before.slice(end.length)
  for (const way of waysFor(host, text, selection.isCollapsed)) {
    if (Date.now() > deadline) return 'late'
    way(host, text)
    if (await becomes(host, () => isInserted(host, text, expected))) return 'inserted'
    if (!(await undo(host, before))) return 'differs'
  }
  return 'differs'
}

/** Returns the selection in an editable element, with the focus on it. */
function focusOn(host: HTMLElement): Selection | undefined {
  if (focusedElement() !== host) host.focus({ preventScroll: true })
  const selection = selectionIn(host)
  if (focusedElement() !== host || selection === undefined) return undefined
  const isInside = () =>
    selection.rangeCount > 0 && host.contains(selection.getRangeAt(0).commonAncestorContainer)
  if (!isInside() && chosen?.caret) {
    selection.removeAllRanges()
    selection.addRange(chosen.caret)
  }
  return isInside() ? selection : undefined
}

/** The ways to insert a text, in the order in which they are tried. */
function waysFor(host: HTMLElement, text: string, isCollapsed: boolean): Way[] {
  if (!host.classList.contains('ProseMirror')) return [pasteOrType]
  // ProseMirror takes some changes for typing: of white space alone for Enter, which sends a message, and within a
  // line for a shorthand such as "**bold**".
  const lines = lineCount(text)
  const isTyped = isCollapsed && lines > 1 && lines <= mostTypedLines && !isFirefox
  return isTyped ? [type, pasteSlice] : [pasteSlice]
}

function lineCount(text: string): number {
  return text.split('\n').length
}

function type(host: HTMLElement, text: string): void {
  host.ownerDocument.execCommand('insertText', false, text)
}

/** Editors put a pasted text into their own model. Elements without an editor ignore the event. */
function pasteOrType(host: HTMLElement, text: string): void {
  const before = textOf(host)
  if (pasteAs(host, { 'text/plain': text }) || !isSame(textOf(host), before)) return
  const isPlain = host.contentEditable === 'plaintext-only'
  if (isPlain && isFirefox) return type(host, text)
  const { whiteSpace = '' } = host.ownerDocument.defaultView?.getComputedStyle(host) ?? {}
  const isKept = ['pre', 'pre-wrap', 'break-spaces'].includes(whiteSpace)
  const shown = isKept ? text : text.replaceAll(/^ | (?= |$)|\t/gm, '\u00A0')
  // Unlike `insertText`, fast for 4,000 lines, and `innerText` returns the same lines.
  const markup = escapeMarkup(shown).replaceAll('\n', isPlain ? '\n' : '<br>')
  host.ownerDocument.execCommand('insertHTML', false, markup)
}

/** ProseMirror drops blank lines from a pasted text, but not from its own form of a copy. */
function pasteSlice(host: HTMLElement, text: string): void {
  const paragraphs = text.split('\n').map((line) => `<p>${escapeMarkup(line)}</p>`)
  const slice = `<div data-pm-slice="1 1 []">${paragraphs.join('')}</div>`
  pasteAs(host, { 'text/plain': text, 'text/html': slice })
}

/** In Firefox, an object as the page sees it: the page can only read contents that are written as its own. */
type InFirefox<T> = T & { wrappedJSObject?: T }

/** Returns whether the page has taken it. */
function pasteAs(host: HTMLElement, contents: Record<string, string>): boolean {
  const clipboardData = new DataTransfer()
  const options = { bubbles: true, cancelable: true, composed: true, clipboardData }
  const event: InFirefox<ClipboardEvent> = new ClipboardEvent('paste', options)
  const readable = (event.wrappedJSObject ?? event).clipboardData
  for (const [kind, content] of Object.entries(contents)) readable?.setData(kind, content)
  return !host.dispatchEvent(event)
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** An editor may have made several steps of it. */
const mostUndone = 4

/** Undoes until an element contains again what it did. */
async function undo(host: HTMLElement, before: string): Promise<boolean> {
  if (isSame(textOf(host), before)) return true
  for (let step = 0; step < mostUndone; step += 1) {
    pressUndo(host)
    if (await becomes(host, () => isSame(textOf(host), before))) return true
    if (plain(textOf(host)).length < plain(before).length) {
      // The editor counts what the user typed before as the same step.
      pressUndo(host, true)
      return false
    }
  }
  return false
}

/** Presses Ctrl+Z, or with Shift the key that does it again. */
function pressUndo(host: HTMLElement, shiftKey = false): void {
  const isMac = navigator.platform.startsWith('Mac')
  const key = { key: 'z', code: 'KeyZ', keyCode: 90, which: 90, shiftKey }
  const options = { ...key, bubbles: true, cancelable: true, composed: true }
  const press = new KeyboardEvent('keydown', { ...options, ctrlKey: !isMac, metaKey: isMac })
  if (host.dispatchEvent(press)) host.ownerDocument.execCommand(shiftKey ? 'redo' : 'undo')
}

/** Stands for lines that CodeMirror does not draw. */
const gap = '\uE000'

/** The text of an editable element, or of its part before a position. */
function textOf(host: HTMLElement, untilNode?: Node, untilOffset = 0): string {
  let text = ''
  const view = host.ownerDocument.defaultView
  // Returns whether the position is reached.
  const read = (node: Node): boolean => {
    if (node.nodeType === Node.TEXT_NODE) {
      const { data } = node as Text
      text += node === untilNode ? data.slice(0, untilOffset) : data
      return node === untilNode
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return false
    const element = node as HTMLElement
    if (element.classList.contains('cm-gap')) text += gap
    if (element !== host && element.contentEditable === 'false') return false
    const isLine =
      element.localName === 'br' || view?.getComputedStyle(element).display !== 'inline'
    if (isLine) text += '\n'
    for (const [index, child] of element.childNodes.entries()) {
      if ((node === untilNode && index === untilOffset) || read(child)) return true
    }
    if (isLine && node !== untilNode) text += '\n'
    return node === untilNode
  }
  read(host)
  return text
}

// --- Reading back ---

function isInserted(host: HTMLElement, text: string, expected: string): boolean {
  const now = textOf(host)
  if (!now.includes(gap)) return isSame(now, expected)
  // Only the lines around the caret are there.
  const { focusNode, focusOffset } = selectionIn(host) ?? {}
  const before = textOf(host, focusNode ?? undefined, focusOffset)
  const drawn = plain(before.slice(before.lastIndexOf(gap) + 1))
  const inserted = plain(text)
  const isTail = drawn !== '' && (inserted.endsWith(drawn) || drawn.endsWith(inserted))
  return isTail && plain(expected).includes(drawn)
}

function isSame(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

/** Leaves out what elements cannot show as it is, and what editors put between them. */
function plain(text: string): string {
  return text.replaceAll('\u200B', '').replaceAll(/\s+/g, ' ').trim()
}

/** Waits until a field shows what is expected, and still does after the page has reacted to it. */
async function becomes(field: Element, isExpected: () => boolean): Promise<boolean> {
  let seen = 0
  for (let tries = 0; tries < 25 && field.isConnected; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    seen = isExpected() ? seen + 1 : 0
    if (seen === 2) return true
  }
  return false
}
