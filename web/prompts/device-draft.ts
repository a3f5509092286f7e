import { useEffect, useRef, useState } from 'react'
import { newAttempt } from '#web/api/attempt.ts'
import { useIsLost } from '#web/api/connection.ts'
import {
  deviceDrafts,
  keepsDrafts,
  putDraft,
  readDrafts,
  removeDraft,
  type DeviceDraft,
} from '#web/api/device-drafts.ts'
import { fillNextForms, readDraft, useDraft } from '#web/api/draft.ts'

/** What a form on this screen knows about its draft on the device. */
export type FormDraft = {
  key: string
  folderId: string | null
  /** Whether to save the form when it opens, to show why that failed before. */
  saves: boolean
  /** The saved draft that the form opened with. Discarding the form keeps it. */
  former: DeviceDraft | undefined
}

/** Name of a form in the tab's draft. */
export function formKeyOf(promptId: string | undefined): string {
  return promptId === undefined ? 'new prompt' : `prompt ${promptId}`
}

/** Fills the form that is opened next with a draft. */
export function fillFromDraft(
  { key, promptId, folderId, form }: DeviceDraft,
  saves: boolean,
): void {
  const formKey = formKeyOf(promptId)
  const known = { key, folderId, saves } satisfies Partial<FormDraft>
  fillNextForms({ [formKey]: form, [onDevice(formKey)]: known })
}

/** The draft that a form opens with, otherwise the beginning of a new one. */
export function useFormDraft(promptId: string | undefined, folderId: string | null): FormDraft {
  const [draft] = useState((): FormDraft => {
    const known = readDraft(onDevice(formKeyOf(promptId))) as Partial<FormDraft> | undefined
    const former = known?.key
      ? undefined
      : deviceDrafts.get().find((draft) => promptId !== undefined && draft.promptId === promptId)
    const key = former?.key ?? newAttempt()
    return { key, folderId, saves: false, ...known, former }
  })
  return draft
}

/**
 * Keeps a form's input on this device while the server is unreachable, until the form closes: `input` is undefined if
 * nothing is unsaved.
 */
export function useKeptInput(
  { key, former }: FormDraft,
  promptId: string | undefined,
  folderId: string | null,
  input: unknown,
): {
  /** Keeps what the user has saved, until it can be sent. Then the form may close. */
  keep: (edit: unknown) => Promise<void>
  /** Forgets the draft, because the server has saved it. */
  forget: () => void
} {
  const isLost = useIsLost()
  const state = useRef({ isOver: false, writing: Promise.resolve(), release: nothing })
  useDraft(onDevice(formKeyOf(promptId)), input && { key, folderId, saves: false })

  const write = (edit: unknown) => {
    const now = state.current
    const draft = { key, promptId, folderId, form: input, edit }
    now.writing = now.writing.catch(nothing).then(() => putDraft(draft))
    return now.writing
  }
  useEffect(() => {
    if (isLost && input !== undefined && keepsDrafts()) write(undefined).catch(nothing)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Each input is written once.
  }, [isLost, input])
  useEffect(() => {
    const now = state.current
    now.release = hold(key)
    return () => {
      if (!now.isOver) now.writing = putBack(key, former, now.writing)
      // Before that, its draft is not what the user left.
      void now.writing.catch(nothing).then(now.release)
    }
  }, [key, former])

  return {
    keep: async (edit) => {
      await write(edit)
      state.current.isOver = true
      state.current.release()
    },
    forget: () => {
      const now = state.current
      now.isOver = true
      now.writing = now.writing.catch(nothing).then(() => removeDraft(key))
      now.writing.catch(nothing)
    },
  }
}

/** Restores the draft that a form opened with, after the form's own writes. */
async function putBack(key: string, former: DeviceDraft | undefined, writing: Promise<void>) {
  await writing.catch(nothing)
  await (former ? putDraft(former) : removeDraft(key))
}

/** The drafts that forms of this tab have open, each until its last write. */
const held = new Map<string, Promise<void>>()

/**
 * Runs a task with a draft, unless a form has it open in another tab, or it is gone. Waits for a form of this tab to
 * close.
 */
export async function withDraft(
  key: string,
  task: (draft: DeviceDraft) => Promise<void>,
): Promise<void> {
  await held.get(key)
  await navigator.locks.request(lockOf(key), { ifAvailable: true }, async (lock) => {
    const draft = lock && (await readDrafts()).find((draft) => draft.key === key)
    if (draft) await task(draft)
  })
}

/** Keeps other tabs from opening a draft, until the returned function is called. */
function hold(key: string): () => void {
  if (!keepsDrafts()) return nothing
  const { promise, resolve } = Promise.withResolvers<void>()
  held.set(key, promise)
  void navigator.locks.request(lockOf(key), () => promise)
  return () => {
    resolve()
    // Another form may have opened the draft.
    if (held.get(key) === promise) held.delete(key)
  }
}

function lockOf(key: string): string {
  return `draft ${key}`
}

/** Name of what a form knows about its draft, in the tab's draft. */
function onDevice(formKey: string): string {
  return `${formKey} on this device`
}

function nothing() {}
