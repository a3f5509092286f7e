import { useEffect } from 'react'
import { screens } from '#contract/screens.ts'
import { eraseCopy } from '#web/api/account-storage.ts'
import { reportRefusal } from '#web/api/server.ts'
import { tabStorage } from '#web/ui/browser/storage.ts'

/** Unsaved forms, stored in this tab from the end of their session to the next login, or from a crash to its reload. */
type Draft = { accountId: string; place: FormLocation; forms: Record<string, unknown> }
/** The address of the screen with the forms, and the dialog open on it. */
type FormLocation = { pathname: string; search: string; dialog: unknown }

const storageKey = 'draft'

let accountId: string | undefined
let openDialog: unknown
const forms = new Map<string, () => unknown>()
let isLeaving = false
/** Whether the screen has crashed: closing its forms then erases no draft. */
let isCrashed = false

/** Sets the account that drafts belong to, and erases a draft of another account. */
export function setDraftOwner(id: string): void {
  accountId = id
  if (stored()?.accountId !== id) eraseDraft()
}

/** Whether a session belongs to the account that this page shows. */
export function isDraftOwner(id: string | undefined): boolean {
  return id !== undefined && id === accountId
}

/** Sets the dialog to reopen for the current form; undefined if the form is on the screen itself. */
export function setDraftDialog(dialog: unknown): void {
  openDialog = dialog
}

/**
 * Registers a reader of a form's unsaved input, undefined if there is none. The input is stored if the session ends or
 * the screen crashes.
 * Returns a function that unregisters it.
 */
export function registerDraft(key: string, read: () => unknown): () => void {
  isCrashed = false
  forms.set(key, read)
  return () => {
    if (forms.get(key) === read) forms.delete(key)
  }
}

/** Registers a form's unsaved input, undefined if there is none. Closing the form erases its draft. */
export function useDraft(key: string, input: unknown): void {
  useEffect(() => registerDraft(key, () => input), [key, input])
  useEffect(() => () => eraseDraft(key), [key])
}

/** Whether any form has unsaved input. */
export function hasUnsavedInput(): boolean {
  return [...forms.values()].some((read) => read() !== undefined)
}

/** Stores unsaved input and leaves for the login screen. Never settles: the page is unloading. */
export function leaveForLogin(): Promise<never> {
  if (!isLeaving) {
    isLeaving = true
    eraseCopy()
    if (reportRefusal()) return new Promise(() => {})
    storeDraft()
    // A page restored from the back/forward cache would wait for its response forever.
    window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    location.assign(screens.login)
  }
  return new Promise(() => {})
}

/** Stores the input of forms that are opened next. */
export function fillNextForms(forms: Record<string, unknown>): void {
  if (accountId === undefined) return
  const { pathname, search } = location
  const draft: Draft = { accountId, place: { pathname, search, dialog: undefined }, forms }
  tabStorage.setItem(storageKey, JSON.stringify(draft))
}

/** Stores unsaved input of a screen that has crashed, before its forms are removed. */
export function keepDraftOfCrash(): void {
  storeDraft()
  isCrashed = true
}

function storeDraft() {
  if (accountId === undefined || !hasUnsavedInput()) return
  const { pathname, search } = location
  const draft: Draft = {
    accountId,
    place: { pathname, search, dialog: openDialog },
    // JSON omits undefined values.
    forms: Object.fromEntries([...forms].map(([key, read]) => [key, read()])),
  }
  // Throws if it cannot be stored, so that the page stays open with the typed text.
  sessionStorage.setItem(storageKey, JSON.stringify(draft))
}

/** Keeps the page open until its caller leaves it: a 401 no longer redirects to the login screen. */
export function leaveLater(): void {
  isLeaving = true
}

/** Whether the page is being left, with unsaved input stored or discarded. */
export function isLeavingPage(): boolean {
  return isLeaving
}

/** The screen and dialog of the draft's forms, if there is a draft. */
export function findDraftLocation(): FormLocation | undefined {
  return stored()?.place
}

/** Returns a form's input from before its session ended or its screen crashed. */
export function readDraft(key: string): unknown {
  return stored()?.forms[key]
}

/** Erases the draft; with a `key`, only that of this form. */
export function eraseDraft(key?: string): void {
  if (isCrashed && key !== undefined) return
  const draft = key === undefined ? undefined : stored()
  if (draft && key !== undefined) {
    delete draft.forms[key]
    if (Object.keys(draft.forms).length > 0) {
      return sessionStorage.setItem(storageKey, JSON.stringify(draft))
    }
  }
  tabStorage.removeItem(storageKey)
}

function stored(): Draft | undefined {
  const text = tabStorage.getItem(storageKey)
  return text === null ? undefined : (JSON.parse(text) as Draft)
}
