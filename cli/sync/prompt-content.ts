import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { isErrorCode, type ErrorCode } from '#contract/core/errors.ts'
import {
  editedFields,
  editInputs,
  pickFields,
  VersionTexts,
  type Prompt,
} from '#contract/library/prompts.ts'
import { settingsFor } from '#contract/variables/variable-settings.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import type { FilePrompt } from '#cli/prompts/prompt-file.ts'

/** A text that the library would reject, with the code of its error. */
export class ContentError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

const Edit = z.object(editInputs)

/** The form in which the library stores a file's content. @throws ContentError */
export function toStored(prompt: FilePrompt): FilePrompt {
  const result = z.safeParse(Edit, prompt)
  if (!result.success) {
    const code = result.error.issues[0]?.message ?? ''
    throw new ContentError(isErrorCode(code) ? code : 'invalid_request')
  }
  const { shortName = null, color } = result.data
  return toUsualForm({ ...VersionTexts.parse(result.data), shortName, color })
}

/** The fields of a prompt in the library that its file contains. */
export function toFilePrompt(prompt: Prompt): FilePrompt {
  return toUsualForm(pickFields(prompt, editedFields))
}

/** Texts that may be missing. */
const optionalFields = editedFields.filter((field) => z.safeParse(editInputs[field], null).success)

/**
 * Empty texts and missing ones are the same, such as notes, and so are variables with and without markup. Only settings
 * of the text's variables count.
 */
function toUsualForm(prompt: FilePrompt): FilePrompt {
  const missing = optionalFields.filter((field) => !prompt[field]).map((field) => [field, null])
  return {
    ...prompt,
    ...(Object.fromEntries(missing) as Partial<FilePrompt>),
    prompt: toStoredForm(prompt.prompt),
    variables: settingsFor(prompt.prompt, prompt.variables),
  }
}

/** Detects equal contents, in any order of the fields. */
export function contentHash(prompt: FilePrompt): string {
  return textHash(JSON.stringify(sorted(pickFields(prompt, editedFields))))
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  )
}
