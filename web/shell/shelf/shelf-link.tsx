import type { CSSProperties, ReactNode } from 'react'
import type { TreeFolder } from '#contract/library/folders.ts'
import type { PromptCard } from '#contract/library/prompts.ts'
import { useCommands } from '#web/library/commands.ts'
import { FolderLink } from '#web/library/folders/folder-link.tsx'
import { folderPath } from '#web/api/paths.ts'

export type Shelved = PromptCard | TreeFolder

type ShelfLinkProps = {
  item: Shelved
  className: string | undefined
  style?: CSSProperties
  children: ReactNode
}

/** A link to a folder, or a button that opens a prompt. */
export function ShelfLink({ item, ...rest }: ShelfLinkProps) {
  const { open } = useCommands()
  if (!('preview' in item)) {
    return <FolderLink to={folderPath(item.id)} title={item.name} data-leaves {...rest} />
  }
  const { id, name, color, isPublic, preview } = item
  const view = () => open({ kind: 'view-prompt', prompt: { id, name, color, isPublic, preview } })
  return <button type="button" title={name} data-leaves onClick={view} {...rest} />
}
