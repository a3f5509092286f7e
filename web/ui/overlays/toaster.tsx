import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import 'react-toastify/ReactToastify.css'
import {
  toast,
  ToastContainer,
  type CloseButtonProps,
  type Id,
  type ToastContentProps,
} from 'react-toastify/unstyled'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import './toaster.css'

type Action = { label: string; onPress: () => void }

const shown = new Map<string, Id>()
let container: HTMLElement | undefined

export function showToast(
  kind: 'success' | 'error',
  text: string,
  duration: number,
  action?: Action,
): void {
  container ??= mount()
  putOnTop(container)
  const content = action
    ? ({ closeToast }: ToastContentProps) => (
        <ToastWithAction text={text} action={action} onPress={closeToast} />
      )
    : text
  // A newer one takes the place of an older one of its kind.
  const place = action && kind === 'success' ? 'undo' : kind
  const last = shown.get(place)
  if (last !== undefined && toast.isActive(last)) {
    toast.update(last, { render: content, autoClose: duration })
  } else shown.set(place, toast[kind](content, { autoClose: duration }))
}

/** Moves the toasts above any open dialog, and into it: a modal dialog makes everything outside inert. */
function putOnTop(element: HTMLElement): void {
  // Not `openModals`, which would load the app into documents without it: they have toasts, too.
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
  ;(dialog ?? document.body).append(element)
  element.showPopover()
  // The dialog's element may be removed by then, and the toasts with it.
  dialog?.addEventListener('close', () => putOnTop(element), { once: true })
}

// A separate root: a toast outlives the screen that showed it, and an error screen too.
function mount() {
  const element = document.body.appendChild(document.createElement('div'))
  element.popover = 'manual'
  element.className = 'toasts'
  const onToggle = ({ target }: Event) => target instanceof HTMLDialogElement && putOnTop(element)
  document.addEventListener('toggle', onToggle, { capture: true })
  const root = createRoot(element)
  // Toasts shown before the container is there would only queue, and none could take another's place.
  flushSync(() =>
    root.render(
      <MessagesProvider>
        <Toasts />
      </MessagesProvider>,
    ),
  )
  return element
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

type ToastWithActionProps = { text: string; action: Action; onPress: () => void }

function ToastWithAction({ text, action, onPress }: ToastWithActionProps) {
  return (
    <div>
      {text}{' '}
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
    </div>
  )
}
