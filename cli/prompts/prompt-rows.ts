/** A prompt as a row of a list: its short name or id, and its title. */
export function rowOf({
  id,
  name,
  shortName,
}: {
  id: string
  name: string
  shortName?: string | null
}): string[] {
  // An id is only useful for programs.
  return [shortName ?? (process.stdout.isTTY ? '' : id), name]
}

/** The columns of the terminal; undefined if the output is for programs. */
export function tableWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns || 80 : undefined
}

/** The path of a folder, such as `Work/Reviews`. */
export function pathOf(
  folders: readonly { name: string; leftOutBefore?: number | undefined }[],
): string {
  return folders.map(({ name, leftOutBefore }) => (leftOutBefore ? `…/${name}` : name)).join('/')
}
