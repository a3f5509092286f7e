import * as z from 'zod/mini'
import { defaultColor } from '#contract/core/colors.ts'
import { Flag } from '#contract/core/schemas.ts'
import { answersOf, fileFields, versionedFields } from '#contract/library/prompts.ts'

export const libraryFormat = 'promptshelf'
export const libraryVersion = 1

const Color = z._default(z.string(), defaultColor)

const FileFolder = z.object({
  id: z.string(),
  /** Null at the root. */
  parentId: z._default(z.nullable(z.string()), null),
  name: z.string(),
  color: Color,
  isFavourite: z.optional(Flag),
})
export type FileFolder = z.output<typeof FileFolder>

/** A prompt as in answers, with optional fields that a file may lack. Other programs may have written its ids and names. */
export const FilePrompt = z.object({
  ...answersOf(fileFields),
  id: z.string(),
  shortName: z._default(z.nullable(z.string()), null),
  folderId: z._default(z.nullable(z.string()), null),
  color: Color,
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})
export type FilePrompt = z.output<typeof FilePrompt>

/** A previous version of a prompt. A file lists the oldest first. */
const FileVersion = z.object({
  promptId: z.string(),
  ...answersOf(versionedFields),
  writtenAt: z.string(),
  label: z._default(z.nullable(z.string()), null),
})
export type FileVersion = z.output<typeof FileVersion>

/** The prompts and folders of one deletion. */
const FileTrash = z.object({
  id: z.string(),
  name: z.string(),
  color: Color,
  deletedAt: z.string(),
})
export type FileTrash = z.output<typeof FileTrash>

const trashed = { trashId: z.string() }

/**
 * The content of a library file, and the shape that every other format is converted to. The account's download includes it.
 * Ids only serve as references within the file.
 */
export const LibraryFile = z.object({
  folders: z._default(z.array(FileFolder), []),
  prompts: z._default(z.array(FilePrompt), []),
  trash: z._default(z.array(FileTrash), []),
  trashedFolders: z._default(z.array(z.extend(FileFolder, trashed)), []),
  trashedPrompts: z._default(z.array(z.extend(FilePrompt, trashed)), []),
  versions: z._default(z.array(FileVersion), []),
})
export type LibraryFile = z.output<typeof LibraryFile>
