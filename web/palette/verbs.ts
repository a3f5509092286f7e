import {
  Command,
  Copy,
  CopyPlus,
  CreditCard,
  FolderInput,
  Import,
  FileUp,
  FolderPlus,
  Keyboard,
  Library,
  LogOut,
  Pencil,
  Plus,
  Search,
  Star,
  SunMoon,
  Trash,
  Trash2,
  Undo2,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { PromptCard } from '#contract/prompts.ts'
import { screens } from '#contract/screens.ts'
import type { OpenCommand } from '#web/library/commands.ts'
import { searchBox, type ShownCard } from '#web/library/on-screen.ts'
import { canUndo, undoLast } from '#web/library/undo.ts'
import { homePath } from '#web/paths.ts'

/** What verbs work with. */
export type VerbContext = {
  open: OpenCommand
  goTo: (path: string) => void
  toggleTheme: () => void
  /** The folder on screen; null is the root. */
  folderId: string | null
  card: ShownCard | undefined
  copy: (prompt: PromptCard) => void
  duplicate: (card: ShownCard) => void
  star: (card: ShownCard) => void
}

/** A key as `KeyboardEvent.key` names it, small letters for all letters. */
export type VerbKey = {
  key: string
  shift?: true
  /** Ctrl, or ⌘ on a Mac. */
  control?: true
  /** Pressed right before it. */
  after?: string
}

export type Verb = {
  id: string
  icon: LucideIcon
  key?: VerbKey
  /** The key is listened for where it is at home. */
  isHeardElsewhere?: true
  /** What it opens takes the place of the palette. */
  takesPlace?: true
  /** Its key works in dialogs as well, outside of their fields. */
  isForDialogs?: true
  /** It is about the card that has the focus. */
  isForCard?: true
  /** Whether it can be done; always where this is missing. */
  when?: (context: VerbContext) => boolean
  run: (context: VerbContext) => void
}

const isPrompt = ({ card }: VerbContext) => card?.kind === 'prompt'

/** With their literal ids. */
const verbs = [
  {
    id: 'newPrompt',
    takesPlace: true,
    icon: Plus,
    key: { key: 'n' },
    run: ({ open, folderId }) => open({ kind: 'create-prompt', folderId }),
  },
  {
    id: 'newFolder',
    takesPlace: true,
    icon: FolderPlus,
    key: { key: 'n', shift: true },
    run: ({ open, folderId }) => open({ kind: 'create-folder', folderId }),
  },
  {
    id: 'import',
    takesPlace: true,
    icon: Import,
    run: ({ open, folderId }) => open({ kind: 'import', folderId }),
  },
  {
    id: 'export',
    takesPlace: true,
    icon: FileUp,
    run: ({ open }) => open({ kind: 'export', promptIds: [], folderIds: [], name: '' }),
  },
  {
    id: 'palette',
    icon: Command,
    key: { key: 'k', control: true },
    isHeardElsewhere: true,
    run: ({ open }) => open({ kind: 'palette' }),
  },
  {
    id: 'search',
    icon: Search,
    key: { key: '/' },
    isHeardElsewhere: true,
    when: () => searchBox.current !== null,
    // The dialog that this may come from gives the focus back as it closes.
    run: () => setTimeout(() => searchBox.current?.focus()),
  },
  {
    id: 'library',
    takesPlace: true,
    icon: Library,
    key: { key: 'l', after: 'g' },
    run: ({ goTo }) => goTo(homePath),
  },
  {
    id: 'copy',
    icon: Copy,
    key: { key: 'c' },
    isForCard: true,
    when: isPrompt,
    run: ({ card, copy }) => card?.kind === 'prompt' && copy(card.prompt),
  },
  {
    id: 'edit',
    takesPlace: true,
    icon: Pencil,
    key: { key: 'e' },
    isForCard: true,
    when: ({ card }) => card !== undefined,
    run: ({ card, open }) => {
      if (card?.kind === 'prompt') open({ kind: 'update-prompt', prompt: basicsOf(card.prompt) })
      else if (card) open({ kind: 'update-folder', folder: card.folder })
    },
  },
  {
    id: 'move',
    takesPlace: true,
    icon: FolderInput,
    key: { key: 'm' },
    isForCard: true,
    when: ({ card }) => card !== undefined,
    run: ({ card, open }) => {
      if (card?.kind === 'prompt') open({ kind: 'move-prompt', prompt: basicsOf(card.prompt) })
      else if (card) {
        const { id, name } = card.folder
        open({ kind: 'move', promptIds: [], folderIds: [id], name, mode: 'move' })
      }
    },
  },
  {
    id: 'duplicate',
    icon: CopyPlus,
    key: { key: 'd' },
    isForCard: true,
    when: ({ card }) => card !== undefined,
    run: ({ card, duplicate }) => card && duplicate(card),
  },
  {
    id: 'star',
    icon: Star,
    key: { key: 's' },
    isForCard: true,
    when: ({ card }) => card !== undefined,
    run: ({ card, star }) => card && star(card),
  },
  {
    id: 'delete',
    takesPlace: true,
    icon: Trash2,
    key: { key: 'Delete' },
    isForCard: true,
    when: ({ card }) => card !== undefined,
    run: ({ card, open }) => {
      if (card?.kind === 'prompt') open({ kind: 'delete-prompt', prompt: basicsOf(card.prompt) })
      else if (card) open({ kind: 'delete-folder', folder: card.folder })
    },
  },
  {
    id: 'undo',
    icon: Undo2,
    key: { key: 'z', control: true },
    isForDialogs: true,
    when: canUndo,
    run: undoLast,
  },
  {
    id: 'keys',
    takesPlace: true,
    icon: Keyboard,
    key: { key: '?' },
    run: ({ open }) => open({ kind: 'keys' }),
  },
  { id: 'trash', icon: Trash, takesPlace: true, run: ({ goTo }) => goTo(screens.trash) },
  { id: 'theme', icon: SunMoon, run: ({ toggleTheme }) => toggleTheme() },
  { id: 'plans', icon: CreditCard, takesPlace: true, run: ({ goTo }) => goTo(screens.plans) },
  { id: 'profile', icon: UserRound, takesPlace: true, run: ({ goTo }) => goTo(screens.profile) },
  { id: 'logout', icon: LogOut, takesPlace: true, run: ({ goTo }) => goTo(screens.logout) },
] as const satisfies readonly Verb[]

type VerbId = (typeof verbs)[number]['id']

/** Everything that can be done by a key or from the palette, each once. */
export const allVerbs: readonly (Verb & { id: VerbId })[] = verbs

/** What dialogs need to know of a prompt before it is loaded. */
export function basicsOf({ id, name, color, isPublic, preview }: PromptCard) {
  return { id, name, color, isPublic, preview }
}
