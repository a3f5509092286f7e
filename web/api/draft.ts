import { screens } from '#contract/screens.ts'
/** A form that is not saved yet, kept in this tab from the end of its session to the next sign-in. */
type Draft = { accountId: string; place: Place; key: string; typed: unknown }
/** Where the form is: the screen's address, and what opens the form there. */
type Place = { pathname: string; search: string; dialog: unknown }

const storageKey = 'draft'

let accountId: string | undefined
let place: Place | undefined
let form: { key: string; read: () => unknown } | undefined
let isLeaving = false

/** Sets the account that drafts belong to. A draft of another account is erased. */
export function setDraftOwner(id: string): void {
  accountId = id
  if (stored()?.accountId !== id) eraseDraft()
}

/** Sets what has to be opened to show the current form again. */
export function setDraftPlace(next: Place | undefined): void {
  place = next
}

/**
 * Registers what is typed into a form, undefined when that is nothing, to be kept if the session ends. Returns
 * a function that unregisters it.
 */
export function offerDraft(key: string, read: () => unknown): () => void {
  const offered = { key, read }
  form = offered
  return () => {
    if (form === offered) form = undefined
  }
}

/** Leaves for the sign-in screen, and keeps what is typed. Never settles: the page is unloading. */
export function leaveForLogin(): Promise<never> {
  if (!isLeaving) {
    isLeaving = true
    const typed = form?.read()
    if (form && typed !== undefined && place && accountId !== undefined) {
      const draft: Draft = { accountId, place, key: form.key, typed }
      sessionStorage.setItem(storageKey, JSON.stringify(draft))
    }
    // The browser would restore the page as it was left, waiting for an answer.
    window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    location.assign(screens.login)
  }
  return new Promise(() => {})
}

/** Whether the page is being left for the sign-in screen, with everything typed kept. */
export function isLeavingForLogin(): boolean {
  return isLeaving
}

/** Where the draft's form is, if there is a draft. */
export function findDraftPlace(): Place | undefined {
  return stored()?.place
}

/** What was typed into a form before its session ended. */
export function readDraft(key: string): unknown {
  const draft = stored()
  return draft?.key === key ? draft.typed : undefined
}

/** Erases the draft; with a `key`, only that of this form. */
export function eraseDraft(key?: string): void {
  if (key === undefined || stored()?.key === key) sessionStorage.removeItem(storageKey)
}

function stored(): Draft | undefined {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? undefined : (JSON.parse(text) as Draft)
}
