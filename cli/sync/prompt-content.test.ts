import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { editedFields, editInputs } from '#contract/library/prompts.ts'
import { aPrompt } from '#tests/fixtures/a-prompt.ts'
import { contentHash, toFilePrompt } from './prompt-content.ts'

const mayBeEmpty = editedFields.filter((field) =>
  ['', null].every((value) => z.safeParse(editInputs[field], value).success),
)

test.each(mayBeEmpty)('An empty %s is the same content as a missing one', (field) => {
  const [empty, missing] = ['', null].map((value) =>
    contentHash(toFilePrompt({ ...aPrompt(), [field]: value })),
  )
  expect(mayBeEmpty).toContain('notes')
  expect(empty).toBe(missing)
})
