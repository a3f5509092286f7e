import * as z from 'zod/mini'
import { isBodyTooLong } from '#contract/variables/body-length.ts'
import { defaultColor, toStoredColor } from '#contract/colors.ts'
import { isLongerThan, limits } from '#contract/limits.ts'
import type { FilePrompt, FileVersion } from '#contract/transfer/library-file.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { VariableSettings } from '#contract/variables/variable-schemas.ts'
import type { Problem, ProblemCode } from './problems.ts'

/**
 * Our own files can have been edited by anybody. What the server would refuse is made sound, so that one entry does
 * not keep the others out.
 */
export type Tell = (code: ProblemCode, details?: Omit<Problem, 'code' | 'file'>) => void

/** Except for a prompt that is too long, which is shown as such. */
export function mendPrompt<Prompt extends FilePrompt>(prompt: Prompt, tell: Tell): Prompt {
  const { createdAt, updatedAt, ...rest } = mendTexts(prompt, tell)
  return {
    ...rest,
    color: mendColor(prompt.color),
    valueSets: mendValueSets(prompt.valueSets, tell),
    usedAt: momentOr(prompt.usedAt, null),
    ...(createdAt !== undefined && isMoment(createdAt) && { createdAt }),
    ...(updatedAt !== undefined && isMoment(updatedAt) && { updatedAt }),
  } as Prompt
}

export function mendVersion(version: FileVersion, tell: Tell): FileVersion {
  const label = version.label === null ? '' : mendName(version.label, tell)
  return { ...mendTexts(version, tell), label: label === '' ? null : label }
}

/** Of a folder or something in the trash. */
export function mendNamed<Named extends { name: string; color: string }>(
  named: Named,
  tell: Tell,
): Named {
  return { ...named, name: mendName(named.name, tell) || '…', color: mendColor(named.color) }
}

export function isMoment(text: string): boolean {
  return Moment.safeParse(text).success
}

const Moment = z.iso.datetime({ offset: true })

function momentOr<Other>(text: string | null, other: Other): string | Other {
  return text !== null && isMoment(text) ? text : other
}

function mendTexts<Texts extends FilePrompt | FileVersion>(texts: Texts, tell: Tell): Texts {
  const prompt = mendText(texts.prompt, tell)
  const name = mendName(texts.name, tell) || '…'
  let notes = texts.notes === null ? null : mendText(texts.notes, tell)
  if (notes !== null && isLongerThan(notes, limits.notesLength)) {
    tell('notes_too_long', { name, limit: limits.notesLength })
    notes = cutTo(notes, limits.notesLength)
  }
  if (isBodyTooLong(prompt)) {
    tell('prompt_too_long', { name, limit: limits.promptLength })
  }
  const areSound = VariableSettings.safeParse(texts.variables).success
  if (!areSound) tell('variable_simplified', { name, count: texts.variables.length })
  return { ...texts, name, prompt, notes, variables: areSound ? texts.variables : [] }
}

function mendName(given: string, tell: Tell): string {
  const name = mendText(given, tell).trim()
  if (!isLongerThan(name, limits.nameLength)) return name
  tell('name_cut', { limit: limits.nameLength })
  return cutTo(name, limits.nameLength).trim()
}

function mendColor(color: string): string {
  return /^#?[0-9a-f]{6}$/i.test(color) ? toStoredColor(color) : defaultColor
}

function mendValueSets(sets: readonly ValueSet[], tell: Tell): ValueSet[] {
  const named = sets.map((set) => ({ ...set, name: mendName(set.name, tell) || '…' }))
  const isTooMuch =
    named.length > limits.valueSets || JSON.stringify(named).length > limits.valueSetsLength
  if (!isTooMuch) return named
  tell('values_left_out')
  return []
}

const notStorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Line ends as `\n`, and nothing that databases refuse. */
export function mendText(text: string, tell: Tell): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  if (lines.isWellFormed() && !lines.includes('\0')) return lines
  tell('characters_removed', { count: lines.match(notStorable)?.length ?? 0 })
  return lines.replaceAll(notStorable, '')
}

/** At most as many code points, the last of which says that there was more. */
export function cutTo(text: string, length: number): string {
  return isLongerThan(text, length) ? `${[...text].slice(0, length - 1).join('')}…` : text
}
