import * as z from 'zod/mini'
import { isBodyTooLong } from '#contract/variables/body-length.ts'
import { defaultColor, toStoredColor } from '#contract/core/colors.ts'
import { cutTo, isLongerThan, limits } from '#contract/core/limits.ts'
import type { VersionTexts } from '#contract/library/prompts.ts'
import type { FilePrompt, FileVersion } from '#contract/transfer/library-file.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { isShortName, toShortName } from '#contract/core/short-names.ts'
import { VariableSettings } from '#contract/variables/variable-schemas.ts'
import type { Problem, ProblemCode } from './problems.ts'

/**
 * Reports a repair. Our own files may have been edited by hand, and one entry that the server would reject must not stop
 * the others.
 */
export type Report = (code: ProblemCode, details?: Omit<Problem, 'code' | 'file'>) => void

/** Repairs a prompt. A text that is too long stays as it is, so that the preview can show it. */
export function mendPrompt<Prompt extends FilePrompt>(prompt: Prompt, report: Report): Prompt {
  const { createdAt, updatedAt, ...rest } = mendTexts(prompt, report)
  return {
    ...rest,
    shortName: mendShortName(prompt, report),
    color: mendColor(prompt.color),
    valueSets: mendValueSets(prompt.valueSets, report),
    usedAt: momentOr(prompt.usedAt, null),
    ...(createdAt !== undefined && isMoment(createdAt) && { createdAt }),
    ...(updatedAt !== undefined && isMoment(updatedAt) && { updatedAt }),
  } as Prompt
}

export function mendVersion(version: FileVersion, report: Report): FileVersion {
  const label = version.label === null ? '' : mendName(version.label, report)
  return { ...mendTexts(version, report), label: label === '' ? null : label }
}

/** Repairs a folder or a trash item. */
export function mendNamed<Named extends { name: string; color: string }>(
  named: Named,
  report: Report,
): Named {
  return { ...named, name: mendName(named.name, report) || '…', color: mendColor(named.color) }
}

export function isMoment(text: string): boolean {
  return Moment.safeParse(text).success
}

const Moment = z.iso.datetime({ offset: true })

function momentOr<Other>(text: string | null, other: Other): string | Other {
  return text !== null && isMoment(text) ? text : other
}

function mendTexts<Texts extends FilePrompt | FileVersion>(texts: Texts, report: Report): Texts {
  const prompt = mendText(texts.prompt, report)
  const name = mendName(texts.name, report) || '…'
  let notes = texts.notes === null ? null : mendText(texts.notes, report)
  if (notes !== null && isLongerThan(notes, limits.notesLength)) {
    report('notes_too_long', { name, limit: limits.notesLength })
    notes = cutTo(notes, limits.notesLength)
  }
  let whenToUse = texts.whenToUse === null ? null : mendText(texts.whenToUse, report)
  if (whenToUse !== null && isLongerThan(whenToUse, limits.whenToUseLength)) {
    report('when_to_use_too_long', { name, limit: limits.whenToUseLength })
    whenToUse = cutTo(whenToUse, limits.whenToUseLength)
  }
  if (isBodyTooLong(prompt)) {
    report('prompt_too_long', { name, limit: limits.promptLength })
  }
  const areSound = VariableSettings.safeParse(texts.variables).success
  if (!areSound) report('variable_simplified', { name, count: texts.variables.length })
  const variables = areSound ? texts.variables : []
  const mended: VersionTexts = { name, prompt, notes, whenToUse, variables }
  return { ...texts, ...mended }
}

function mendShortName({ name, shortName }: FilePrompt, report: Report): string | null {
  if (shortName === null || isShortName(shortName)) return shortName
  report('short_name_changed', { name: name.slice(0, limits.nameLength) })
  return toShortName(shortName)
}

function mendName(given: string, report: Report): string {
  const name = mendText(given, report).trim()
  if (!isLongerThan(name, limits.nameLength)) return name
  report('name_cut', { limit: limits.nameLength })
  return cutTo(name, limits.nameLength).trim()
}

function mendColor(color: string): string {
  return /^#?[0-9a-f]{6}$/i.test(color) ? toStoredColor(color) : defaultColor
}

function mendValueSets(sets: readonly ValueSet[], report: Report): ValueSet[] {
  const named = sets.map((set) => ({ ...set, name: mendName(set.name, report) || '…' }))
  const isTooMuch =
    named.length > limits.valueSets || JSON.stringify(named).length > limits.valueSetsLength
  if (!isTooMuch) return named
  report('values_left_out')
  return []
}

const notStorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Normalises line endings to `\n`, and removes characters that databases reject. */
export function mendText(text: string, report: Report): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  if (lines.isWellFormed() && !lines.includes('\0')) return lines
  report('characters_removed', { count: lines.match(notStorable)?.length ?? 0 })
  return lines.replaceAll(notStorable, '')
}
