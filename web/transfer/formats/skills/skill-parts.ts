import { textFile } from '#contract/transfer/skills/write-skill.ts'
import type { TextFile } from '#contract/transfer/formats/format.ts'
import { folderOf } from '#contract/transfer/formats/paths.ts'

const main = /(?:^|\/)skill\.md$/i

/** Folders that the format defines within a skill. */
const partFolders = new Set(['references', 'scripts', 'assets'])

/**
 * Whether a file is a skill's `SKILL.md`. Without front matter, or with that of our own Markdown, it is a prompt that
 * happens to have this name.
 */
export function isSkill({ path, text }: TextFile): boolean {
  if (!main.test(path) || !/^---[ \t]*\r?\n/.test(text)) return false
  return !/^promptshelf:/m.test(text.slice(0, text.indexOf('\n---')))
}

/** Returns the folders that are skills. */
export function skillFoldersOf(files: readonly TextFile[]): ReadonlySet<string> {
  return new Set(files.filter(isSkill).map(({ path }) => folderOf(path)))
}

/**
 * Returns the folder of the skill that a file belongs to: next to its `SKILL.md`, or in `references`, `scripts` or `assets`
 * there. Undefined for others, such as prompts in a folder that also has a skill.
 */
export function folderOfSkill(path: string, skills: ReadonlySet<string>): string | undefined {
  const folder = folderOf(path)
  // Files without a folder may have been chosen together by chance.
  const isBeside = folder !== '' || main.test(path) || path === textFile
  if (isBeside && skills.has(folder)) return folder
  const names = folder.split('/')
  for (let at = names.length - 1; at >= 0; at--) {
    const outer = names.slice(0, at).join('/')
    if (partFolders.has(names[at] ?? '') && skills.has(outer)) return outer
  }
  return undefined
}
