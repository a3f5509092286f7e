import { useRef } from 'react'
import { useBeforeUnload, useBlocker, type Blocker } from 'react-router'
import { isLeavingForLogin } from '#web/api/draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'

/**
 * Holds every way out, the browser's back button too, while something typed is not saved. Leaving
 * goes through after `release`, or after the question of `UnsavedQuestion` is answered. A form that is on a screen itself
 * is left `withScreen` only: dialogs open and close in front of it.
 */
export function useUnsavedGuard(
  hasUnsaved: () => boolean,
  withScreen = false,
): {
  blocker: Blocker
  release: () => void
} {
  const isReleased = useRef(false)
  const isHeld = () => hasUnsaved() && !isReleased.current
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHeld() && !(withScreen && currentLocation.pathname === nextLocation.pathname),
  )
  useBeforeUnload((event) => {
    if (isHeld() && !isLeavingForLogin()) event.preventDefault()
  })
  return {
    blocker,
    release: () => {
      isReleased.current = true
    },
  }
}

type UnsavedQuestionProps = {
  blocker: Blocker
  texts: { title: string; text: string; keep: string; discard: string }
}

/** Asks whether to give up what was typed. */
export function UnsavedQuestion({ blocker, texts }: UnsavedQuestionProps) {
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      size="small"
      title={texts.title}
      onCloseRequest={stay}
    >
      <DialogBody>{texts.text}</DialogBody>
      <DialogFoot>
        <Button look="danger" onClick={() => blocker.proceed?.()}>
          {texts.discard}
        </Button>
        <Button look="primary" data-autofocus onClick={stay}>
          {texts.keep}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
