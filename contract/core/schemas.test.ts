import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { SignIn, SignUp } from '#contract/accounts/password.ts'
import { isErrorCode } from './errors.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import { limits } from '#contract/core/limits.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { Color, FolderIdOrRoot, Id, multilineText, Name } from './schemas.ts'

const uuid = '01890A5D-AC96-774B-BCCE-B302099A8057'

/** The parsed value, or the code of the first error. */
function outcome(schema: z.ZodMiniType, input: unknown): unknown {
  const result = schema.safeParse(input)
  return result.success ? result.data : result.error.issues[0]?.message
}

describe('a name', () => {
  it.each([
    ['  Launch  ', 'Launch'],
    ['Größe & <b>', 'Größe & <b>'],
    ['a'.repeat(limits.nameLength), 'a'.repeat(limits.nameLength)],
    ['', 'name_missing'],
    ['  \t ', 'name_missing'],
    [undefined, 'name_missing'],
    [null, 'name_missing'],
    ['a'.repeat(limits.nameLength + 1), 'name_too_long'],
    ['a\0b', 'invalid_characters'],
    ['a\uD83D', 'invalid_characters'],
  ])('%j gives %j', (input, expected) => expect(outcome(Name, input)).toBe(expected))
})

describe('a colour', () => {
  it.each([
    ['#ff6b6b', 'FF6B6B'],
    ['F97316', 'f97316'],
    ['#abcdef', 'abcdef'],
    ['fff', 'color_invalid'],
    ['##ffffff', 'color_invalid'],
    ['gggggg', 'color_invalid'],
    ['ffffff ', 'color_invalid'],
    [undefined, 'color_invalid'],
  ])('%j gives %j', (input, expected) => expect(outcome(Color, input)).toBe(expected))
})

describe('an id', () => {
  it('is a UUID in lower case', () => expect(outcome(Id, uuid)).toBe(uuid.toLowerCase()))

  it('of any other form is not found', () => {
    expect(outcome(Id, '17')).toBe('not_found')
    expect(outcome(Id, "' OR 1=1 --")).toBe('not_found')
  })

  it('for the root is null or missing', () => {
    expect(outcome(FolderIdOrRoot, null)).toBe(null)
    expect(outcome(FolderIdOrRoot, undefined)).toBe(undefined)
  })
})

describe('a text of several lines', () => {
  const text = multilineText(10, 'prompt_too_long')

  it.each([
    ['a\r\nb\rc\n', 'a\nb\nc\n'],
    ['\t a  ', '\t a  '],
    ['', ''],
    ['\uFEFF\u200B', '\uFEFF\u200B'],
    ['😀😀😀😀😀', '😀😀😀😀😀'],
    ['\r\n'.repeat(10), '\n'.repeat(10)],
    ['12345678901', 'prompt_too_long'],
    ['\0', 'invalid_characters'],
    ['\uDE00', 'invalid_characters'],
  ])('%j gives %j', (input, expected) => expect(outcome(text, input)).toBe(expected))
})

describe('a prompt', () => {
  const prompt = {
    name: 'n',
    color: 'ffffff',
    notes: null,
    prompt: 'x'.repeat(limits.promptLength),
  }
  const create = promptCalls.createPrompt.input

  it('may have 200,000 characters and no folder', () => {
    expect(create.safeParse(prompt).success).toBe(true)
    expect(outcome(create, { ...prompt, prompt: `${prompt.prompt}x` })).toBe('prompt_too_long')
  })

  it('has its length counted without the markup of its variables', () => {
    const longest = '{x}'.repeat(limits.promptLength / 3)
    const stored = toStoredForm(longest)
    expect(create.safeParse({ ...prompt, prompt: stored }).success).toBe(true)
    expect(outcome(create, { ...prompt, prompt: `${stored}{y}` })).toBe('prompt_too_long')
    const endless = '{<b>x</b>}'.repeat(limits.promptLength)
    expect(outcome(create, { ...prompt, prompt: endless })).toBe('prompt_too_long')
  })

  it('moves to a folder or to the root', () => {
    const move = promptCalls.movePrompt.input
    expect(move.safeParse({ promptId: uuid, folderId: 'root' }).success).toBe(true)
    expect(move.safeParse({ promptId: uuid, folderId: uuid }).success).toBe(true)
    expect(outcome(move, { promptId: uuid })).toBe('destination_missing')
    expect(outcome(move, { promptId: uuid, folderId: null })).toBe('destination_missing')
  })

  it('requires at least three characters to search for', () => {
    const search = promptCalls.searchPrompts.input
    expect(outcome(search, { search: ' abc ' })).toEqual({ search: 'abc' })
    expect(outcome(search, { search: 'ab' })).toBe('search_too_short')
    expect(outcome(search, { search: 'a'.repeat(limits.searchMaxLength + 1) })).toBe(
      'search_too_long',
    )
    expect(outcome(search, { search: 'abc\0' })).toBe('invalid_characters')
  })
})

describe('registering', () => {
  const form = { email: ' ada@example.org ', password: 'difference', cpassword: 'difference' }

  it('trims the address', () => {
    expect(outcome(SignUp, form)).toEqual({ ...form, email: 'ada@example.org' })
  })

  it.each([
    [{ email: '' }, 'fields_missing'],
    [{ email: undefined }, 'fields_missing'],
    [{ cpassword: '' }, 'fields_missing'],
    [{ email: 'ada@example' }, 'email_invalid'],
    [{ email: 'ada example@x.y' }, 'email_invalid'],
    [{ password: 'seven77', cpassword: 'seven77' }, 'password_too_short'],
    [{ cpassword: 'Difference' }, 'password_mismatch'],
  ])('with %j fails with %s', (part, code) =>
    expect(outcome(SignUp, { ...form, ...part })).toBe(code),
  )
})

it('does not reveal at login that a password is too short', () => {
  expect(SignIn.safeParse({ email: 'ada@example.org', password: 'x' }).success).toBe(true)
})

it('does not mistake inherited property names for error codes', () => {
  expect(Object.keys(errorMessages).every(isErrorCode)).toBe(true)
  expect(isErrorCode('toString')).toBe(false)
})
