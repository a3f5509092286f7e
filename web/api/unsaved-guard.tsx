import { useEffect, useId, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker, type Blocker } from 'react-router'
import { useTranslations } from 'use-intl'
import { isLeavingPage } from '#web/api/draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'

/** The dialogs with unsaved input that no navigation closes. */
const unsavedDialogs = new Set<object>()

/**
 * Blocks all navigation, the browser's back button included, while a form has unsaved input. Leaving is allowed
 * after `release`, or after `UnsavedQuestion` is answered. A screen that has forms itself passes `withScreen`: dialogs
 * can open and close in front of it, and those of `useUnsavedDialog` are guarded with it.
 */
export function useUnsavedGuard(
  hasUnsaved: () => boolean,
  withScreen = false,
): {
  blocker: Blocker
  release: () => void
} {
  const isReleased = useRef(false)
  const isHeld = () =>
    (hasUnsaved() || (withScreen && unsavedDialogs.size > 0)) && !isReleased.current
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHeld() && !(withScreen && currentLocation.pathname === nextLocation.pathname),
  )
  useBeforeUnload((event) => {
    if (isHeld() && !isLeavingPage()) event.preventDefault()
  })
  return {
    blocker,
    release: () => {
      isReleased.current = true
    },
  }
}

/**
 * Guards a dialog that no navigation closes: `leave` closes it, and asks first if its input is unsaved. The dialog
 * renders
 * `question`.
 */
export function useUnsavedDialog(isUnsaved: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!isUnsaved) return
    const dialog = {}
    unsavedDialogs.add(dialog)
    return () => void unsavedDialogs.delete(dialog)
  }, [isUnsaved])
  const state = isAsking ? 'blocked' : 'unblocked'
  return {
    leave: () => (isUnsaved ? setAsking(true) : onClose()),
    question: (
      <UnsavedQuestion blocker={{ state, proceed: onClose, reset: () => setAsking(false) }} />
    ),
  }
}

/** `what`: the input that would be lost, with its own texts. */
type Asking = {
  state: Blocker['state']
  reset?: (() => void) | undefined
  proceed?: (() => void) | undefined
}
type UnsavedQuestionProps = { blocker: Asking; what?: 'discard' | 'discardValues' }

/** Asks whether to discard unsaved input. */
export function UnsavedQuestion({ blocker, what = 'discard' }: UnsavedQuestionProps) {
  const t = useTranslations('library')
  const id = useId()
  const answered = useRef<Asking>(undefined)
  // Only the first answer is used: the router throws if a second one arrives before the next render.
  const answer = (act: (() => void) | undefined) => {
    if (answered.current === blocker) return
    answered.current = blocker
    act?.()
  }
  const stay = () => answer(blocker.reset)
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      size="small"
      about={id}
      title={t(`${what}.title`)}
      onCloseRequest={stay}
    >
      <DialogBody id={id}>{t(`${what}.text`)}</DialogBody>
      <DialogFoot>
        <Button look="danger" onClick={() => answer(blocker.proceed)}>
          {t('discard.discard')}
        </Button>
        <Button look="primary" data-autofocus onClick={stay}>
          {t(`${what}.keep`)}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
