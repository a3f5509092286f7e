import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Prompt } from '#contract/prompts.ts'
import type { VersionTexts } from '#contract/versions.ts'
import type { StoredVersionRow } from '#server/versions/versions.queries.ts'

/** What a version keeps of a prompt. */
function toTexts({ name, prompt, notes, variables }: VersionTexts): VersionTexts {
  return { name, prompt, notes, variables }
}

/** Whether two states of a prompt differ in nothing that a version keeps. */
export function saysTheSame(one: Prompt, other: Prompt): boolean {
  return JSON.stringify(toTexts(one)) === JSON.stringify(toTexts(other))
}

/** The texts as their column keeps them. */
export function packTexts(prompt: VersionTexts): Uint8Array {
  return zstdCompressSync(JSON.stringify(toTexts(prompt)))
}

/** What `packTexts` was given. */
export function unpackTexts(texts: Uint8Array): VersionTexts {
  return JSON.parse(zstdDecompressSync(texts).toString()) as VersionTexts
}

/** A version as the account's download has it. */
export function toStoredVersion(row: StoredVersionRow) {
  const { prompt_id: promptId, number, label, written_at: writtenAt } = row
  return { promptId, number, label, writtenAt, ...unpackTexts(row.texts) }
}

type Kept = { number: number; label: string | null; bytes: number }

/** The numbers of the versions that exceed a number or a size, without those that have a name. Takes the last first. */
export function surplus(
  versions: readonly Kept[],
  most: { versions: number; bytes: number },
): number[] {
  let bytes = 0
  return versions
    .filter(({ label }) => label === null)
    .filter((version, at) => {
      bytes += version.bytes
      return at >= most.versions || bytes > most.bytes
    })
    .map(({ number }) => number)
}
