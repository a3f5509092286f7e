/** The address of a folder in the library; null is the root. */
export function pathOf(folderId: string | null): string {
  return folderId === null ? '/prompts' : `/prompts?folderId=${folderId}`
}
