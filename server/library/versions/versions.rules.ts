import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  pickFields,
  versionedFields,
  type Prompt,
  type VersionTexts,
} from '#contract/library/prompts.ts'
import type { StoredVersionRow } from '#server/library/versions/versions.queries.ts'

/** Whether two states of a prompt are the same in every field that a version stores. */
export function hasSameTexts(one: Prompt, other: Prompt): boolean {
  return (
    JSON.stringify(pickFields(one, versionedFields)) ===
    JSON.stringify(pickFields(other, versionedFields))
  )
}

/** The texts in the form of their column. */
export function packTexts(prompt: VersionTexts): Uint8Array {
  return zstdCompressSync(JSON.stringify(pickFields(prompt, versionedFields)))
}

/** Reverses `packTexts`. */
export function unpackTexts(texts: Uint8Array): VersionTexts {
  return JSON.parse(zstdDecompressSync(texts).toString()) as VersionTexts
}

/** A version in the account's download. */
export function toStoredVersion(row: StoredVersionRow) {
  const { prompt_id: promptId, number, label, written_at: writtenAt } = row
  return { promptId, number, label, writtenAt, ...unpackTexts(row.texts) }
}

type SavedVersion = { number: number; label: string | null; bytes: number }

/** Returns the numbers of unlabelled versions beyond a count or size. Expects the newest first. */
export function prunable(
  versions: readonly SavedVersion[],
  max: { versions: number; bytes: number },
): number[] {
  let bytes = 0
  return versions
    .filter(({ label }) => label === null)
    .filter((version, at) => {
      bytes += version.bytes
      return at >= max.versions || bytes > max.bytes
    })
    .map(({ number }) => number)
}
