import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import 'react-toastify/ReactToastify.css'
import { toast, ToastContainer, type CloseButtonProps, type Id } from 'react-toastify/unstyled'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { createStore, useStore } from '#web/ui/store.ts'
import type { Action, Kind } from './toast.ts'
import './toaster.css'

/** The toasts shown: the last one in each position, with its action. */
const shown = new Map<string, { id: Id; onPress: Action['onPress'] | undefined }>()
let container: HTMLElement | undefined
let count = 0
/** When a key or a button was pressed last. */
let pressedAt = 0
/** How often the toasts were moved, and the time before which the shown ones have been read. */
const moves = createStore({ count: 0, readBefore: 0 })

/** Returns whether the toast is shown. A tip is not, if it would be in the way. */
export function showToast(kind: Kind, text: string, duration: number, action?: Action): boolean {
  container ??= mount()
  if (kind === 'info' && (topDialog() || isShown('error'))) return false
  if (kind === 'error') close('info')
  putOnTop(container)
  // With a new key, an update is a new alert.
  const alert = (
    <Alert key={(count += 1)} text={text} hint={action?.hint} shownAt={performance.now()} />
  )
  // A newer toast replaces an older one of its kind.
  const place = action && kind === 'success' ? 'undo' : kind
  const content = action ? (
    <div>
      {alert} <ActionButton action={action} onPress={() => close(place)} />
    </div>
  ) : (
    alert
  )
  const last = shown.get(place)
  // A touch would count as hovering until the next one elsewhere.
  const pauseOnHover = matchMedia('(hover: hover)').matches
  const options = { autoClose: duration, pauseOnHover, role: 'group' }
  const isUpdate = last !== undefined && toast.isActive(last.id)
  if (isUpdate) toast.update(last.id, { render: content, ...options })
  const id = isUpdate ? last.id : toast[kind](content, options)
  shown.set(place, { id, onPress: action?.onPress })
  return true
}

export function closeToastOf(onPress: Action['onPress']): void {
  for (const [place, one] of shown) if (one.onPress === onPress) close(place)
}

function close(place: string) {
  const last = shown.get(place)
  if (last) toast.dismiss(last.id)
  // A closing toast cannot be updated any more.
  shown.delete(place)
}

function isShown(place: string): boolean {
  const last = shown.get(place)
  return last !== undefined && toast.isActive(last.id)
}

// Not `openModals`, which would load the app into server-rendered pages: they have toasts, too.
function topDialog(): HTMLDialogElement | undefined {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
}

/** Moves the toasts above any open dialog, and into it: a modal dialog makes everything outside inert. */
function putOnTop(element: HTMLElement, readBefore = performance.now()): void {
  const dialog = topDialog()
  if (dialog) close('info')
  const parent = dialog ?? document.body
  if (element.parentElement !== parent) {
    parent.append(element)
    const last = moves.get()
    moves.set({ count: last.count + 1, readBefore: Math.max(last.readBefore, readBefore) })
  }
  element.showPopover()
  // The dialog's element may be removed by then, and the toasts with it. If nothing was pressed since a toast was
  // shown, the
  // dialog closes with the action itself.
  dialog?.addEventListener('close', () => putOnTop(element, pressedAt), { once: true })
}

// A separate root: a toast outlives the screen that showed it, and an error screen too.
function mount() {
  const element = document.body.appendChild(document.createElement('div'))
  element.popover = 'manual'
  element.className = 'toasts'
  // The toasts leave a closing dialog by its other event.
  const onToggle = ({ target, newState }: ToggleEvent) =>
    target instanceof HTMLDialogElement && newState === 'open' && putOnTop(element)
  document.addEventListener('toggle', onToggle, { capture: true })
  for (const press of ['keydown', 'pointerdown']) {
    document.addEventListener(press, ({ timeStamp }) => (pressedAt = timeStamp), { capture: true })
  }
  const root = createRoot(element)
  // Toasts shown before the container is mounted would only queue, and could not replace each other.
  flushSync(() =>
    root.render(
      <MessagesProvider>
        <Toasts />
      </MessagesProvider>,
    ),
  )
  returnFocus(element)
  // Each toast is an alert already.
  element.querySelector('[aria-live]')?.setAttribute('aria-live', 'off')
  return element
}

/** Returns the focus from a closing toast. Otherwise, an open dialog would lose the focus with it. */
function returnFocus(element: HTMLElement) {
  let previous: EventTarget | null = null
  let focused: EventTarget | null = null
  element.addEventListener('focusin', ({ target, relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && element.contains(relatedTarget)
    if (!isInside) previous = relatedTarget
    focused = target
  })
  new MutationObserver(() => {
    if (!(focused instanceof Node) || focused.isConnected) return
    focused = null
    if (document.activeElement === document.body && previous instanceof HTMLElement)
      previous.focus()
  }).observe(element, { childList: true, subtree: true })
}

function Toasts() {
  const t = useTranslations('shell')
  return (
    <ToastContainer
      position="top-right"
      hideProgressBar
      aria-label={t('notifications')}
      closeButton={CloseButton}
    />
  )
}

function CloseButton({ closeToast }: CloseButtonProps) {
  const t = useTranslations('shell')
  return (
    <button
      type="button"
      className="Toastify__close-button"
      aria-label={t('close')}
      onClick={(event) => {
        event.stopPropagation()
        closeToast(true)
      }}
    >
      <X size={16} />
    </button>
  )
}

type AlertProps = { text: string; hint: string | undefined; shownAt: number }

/**
 * Screen readers read it when it appears. In a dialog that closes with the action itself, they miss it, so it becomes a
 * new alert below the dialog.
 */
function Alert({ text, hint, shownAt }: AlertProps) {
  const { count, readBefore } = useStore(moves)
  const isRead = shownAt < readBefore
  return (
    <span key={isRead ? 'read' : count} role={isRead ? undefined : 'alert'}>
      {text} {hint !== undefined && <span className="visually-hidden">{hint}</span>}
    </span>
  )
}

function ActionButton({ action, onPress }: { action: Action; onPress: () => void }) {
  return (
    <button
      type="button"
      className="toast-action"
      onClick={() => {
        onPress()
        action.onPress()
      }}
    >
      {action.label}
    </button>
  )
}
