import { screens } from '#contract/screens.ts'
/** Forms that are not saved yet, kept in this tab from the end of their session to the next sign-in. */
type Draft = { accountId: string; place: Place; forms: Record<string, unknown> }
/** Where the forms are: the screen's address, and what is open there. */
type Place = { pathname: string; search: string; dialog: unknown }

const storageKey = 'draft'

let accountId: string | undefined
let openDialog: unknown
const forms = new Map<string, () => unknown>()
let isLeaving = false

/** Sets the account that drafts belong to. A draft of another account is erased. */
export function setDraftOwner(id: string): void {
  accountId = id
  if (stored()?.accountId !== id) eraseDraft()
}

/** Sets what has to be opened to show the current form again; undefined where it is on the screen itself. */
export function setDraftDialog(dialog: unknown): void {
  openDialog = dialog
}

/**
 * Registers what is typed into a form, undefined when that is nothing, to be kept if the session ends. Returns
 * a function that unregisters it.
 */
export function offerDraft(key: string, read: () => unknown): () => void {
  forms.set(key, read)
  return () => {
    if (forms.get(key) === read) forms.delete(key)
  }
}

/** Whether anything is typed into a form that is not saved. */
export function hasTyped(): boolean {
  return [...forms.values()].some((read) => read() !== undefined)
}

/** Leaves for the sign-in screen, and keeps what is typed. Never settles: the page is unloading. */
export function leaveForLogin(): Promise<never> {
  if (!isLeaving) {
    isLeaving = true
    if (accountId !== undefined && hasTyped()) {
      const { pathname, search } = location
      const draft: Draft = {
        accountId,
        place: { pathname, search, dialog: openDialog },
        // What is undefined is left out.
        forms: Object.fromEntries([...forms].map(([key, read]) => [key, read()])),
      }
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

/** Where the draft's forms are, if there is a draft. */
export function findDraftPlace(): Place | undefined {
  return stored()?.place
}

/** What was typed into a form before its session ended. */
export function readDraft(key: string): unknown {
  return stored()?.forms[key]
}

/** Erases the draft; with a `key`, only that of this form. */
export function eraseDraft(key?: string): void {
  const draft = key === undefined ? undefined : stored()
  if (draft && key !== undefined) {
    delete draft.forms[key]
    if (Object.keys(draft.forms).length > 0) {
      return sessionStorage.setItem(storageKey, JSON.stringify(draft))
    }
  }
  sessionStorage.removeItem(storageKey)
}

function stored(): Draft | undefined {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? undefined : (JSON.parse(text) as Draft)
}
