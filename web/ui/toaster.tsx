import { createRoot } from 'react-dom/client'
import 'react-toastify/ReactToastify.css'
import { toast, ToastContainer } from 'react-toastify/unstyled'
import './toaster.css'

type Action = { label: string; onPress: () => void }

let container: HTMLElement | undefined

export function showToast(
  kind: 'success' | 'error',
  text: string,
  duration: number,
  action?: Action,
): void {
  container ??= mount()
  // Shown anew each time: what entered the top layer last is on top, above an open dialog.
  container.hidePopover()
  container.showPopover()
  toast[kind](action ? <ToastWithAction text={text} action={action} /> : text, {
    autoClose: duration,
  })
}

// A root of its own: a toast outlives the screen that asked for it, and an error screen too.
function mount() {
  const element = document.body.appendChild(document.createElement('div'))
  element.popover = 'manual'
  element.className = 'toasts'
  element.showPopover()
  createRoot(element).render(<ToastContainer position="top-right" hideProgressBar />)
  return element
}

function ToastWithAction({ text, action }: { text: string; action: Action }) {
  return (
    <>
      {text}{' '}
      <button type="button" className="toast-action" onClick={action.onPress}>
        {action.label}
      </button>
    </>
  )
}
