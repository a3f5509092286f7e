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
  Languages,
  Library,
  LogOut,
  Pencil,
  Plus,
  Search,
  Shapes,
  Star,
  SunMoon,
  Trash,
  Trash2,
  Undo2,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { PromptCard } from '#contract/library/prompts.ts'
import { screens } from '#contract/screens.ts'
import type { OpenCommand } from '#web/library/commands.ts'
import { searchBox, type SelectionVerbs, type ShownCard } from '#web/library/on-screen.ts'
import { canUndo, undoLast } from '#web/library/undo.ts'
import { homePath } from '#web/api/paths.ts'
import { hasPlans } from '#web/api/server-has.ts'

/** The state and actions that verbs can use. */
export type VerbContext = {
  open: OpenCommand
  goTo: (path: string) => void
  toggleTheme: () => void
  switchLanguage: () => void
  /** The folder on screen; null is the root. */
  folderId: string | null
  card: ShownCard | undefined
  /** Set while cards are selected: verbs then act on these, wherever the focus is. */
  selected: SelectionVerbs | null
  /** Whether prompts can be run on this server. */
  canRun: boolean
  copy: (prompt: PromptCard) => void
  duplicate: (card: ShownCard) => void
  star: (card: ShownCard) => void
}

/** A shortcut. `key` is a `KeyboardEvent.key`, with letters in lower case. */
export type VerbKey = {
  key: string
  shift?: true
  /** Ctrl, or ⌘ on a Mac. */
  control?: true
  /** The key pressed right before. */
  after?: string
}

export type Verb = {
  id: string
  icon: LucideIcon
  key?: VerbKey
  /** Another component handles the key. */
  isHandledElsewhere?: true
  /** Opens a dialog that replaces the palette. */
  replacesPalette?: true
  /** The key also works in dialogs, outside their fields. */
  isForDialogs?: true
  /** Acts on the focused card. */
  isForCard?: true
  /** Acts on the selected cards, if there are any. */
  isForSelection?: true
  /** Whether the verb is available. Always, if missing. */
  when?: (context: VerbContext) => boolean
  run: (context: VerbContext) => void
}

const hasSubject = ({ card, selected }: VerbContext) => card !== undefined || selected !== null
const isPrompt = ({ card }: VerbContext) => card?.kind === 'prompt'

const verbs = [
  {
    id: 'newPrompt',
    replacesPalette: true,
    icon: Plus,
    key: { key: 'n' },
    run: ({ open, folderId }) => open({ kind: 'create-prompt', folderId }),
  },
  {
    id: 'newFolder',
    replacesPalette: true,
    icon: FolderPlus,
    key: { key: 'n', shift: true },
    run: ({ open, folderId }) => open({ kind: 'create-folder', folderId }),
  },
  {
    id: 'import',
    replacesPalette: true,
    icon: Import,
    run: ({ open, folderId }) => open({ kind: 'import', folderId }),
  },
  {
    id: 'export',
    replacesPalette: true,
    icon: FileUp,
    run: ({ open }) => open({ kind: 'export', promptIds: [], folderIds: [], name: '' }),
  },
  {
    id: 'samples',
    replacesPalette: true,
    icon: Shapes,
    run: ({ open }) => open({ kind: 'starter-shelf' }),
  },
  {
    id: 'palette',
    icon: Command,
    key: { key: 'k', control: true },
    isHandledElsewhere: true,
    run: ({ open }) => open({ kind: 'palette' }),
  },
  {
    id: 'search',
    icon: Search,
    key: { key: '/' },
    isHandledElsewhere: true,
    when: () => searchBox.current !== null,
    // Deferred, since a closing dialog returns the focus first.
    run: () => setTimeout(() => searchBox.current?.focus()),
  },
  {
    id: 'library',
    replacesPalette: true,
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
    replacesPalette: true,
    icon: Pencil,
    key: { key: 'e' },
    isForCard: true,
    when: ({ card, selected }) => card !== undefined && selected === null,
    run: ({ card, open }) => {
      if (card?.kind === 'prompt') open({ kind: 'update-prompt', prompt: basicsOf(card.prompt) })
      else if (card) open({ kind: 'update-folder', folder: card.folder })
    },
  },
  {
    id: 'move',
    replacesPalette: true,
    icon: FolderInput,
    key: { key: 'm' },
    isForCard: true,
    isForSelection: true,
    when: hasSubject,
    run: ({ card, selected, open }) => {
      if (selected) selected.move()
      else if (card?.kind === 'prompt') open({ kind: 'move-prompt', prompt: basicsOf(card.prompt) })
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
    isForSelection: true,
    when: hasSubject,
    run: ({ card, selected, duplicate }) => {
      if (selected) selected.duplicate()
      else if (card) duplicate(card)
    },
  },
  {
    id: 'star',
    icon: Star,
    key: { key: 's' },
    isForCard: true,
    isForSelection: true,
    when: hasSubject,
    run: ({ card, selected, star }) => {
      if (selected) selected.star()
      else if (card) star(card)
    },
  },
  {
    id: 'delete',
    replacesPalette: true,
    icon: Trash2,
    key: { key: 'Delete' },
    isForCard: true,
    isForSelection: true,
    when: hasSubject,
    run: ({ card, selected, open }) => {
      if (selected) selected.delete()
      else if (card?.kind === 'prompt')
        open({ kind: 'delete-prompt', prompt: basicsOf(card.prompt) })
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
    replacesPalette: true,
    icon: Keyboard,
    key: { key: '?' },
    run: ({ open }) => open({ kind: 'keys' }),
  },
  { id: 'trash', icon: Trash, replacesPalette: true, run: ({ goTo }) => goTo(screens.trash) },
  { id: 'theme', icon: SunMoon, run: ({ toggleTheme }) => toggleTheme() },
  { id: 'language', icon: Languages, run: ({ switchLanguage }) => switchLanguage() },
  {
    id: 'plans',
    icon: CreditCard,
    replacesPalette: true,
    when: hasPlans,
    run: ({ goTo }) => goTo(screens.plans),
  },
  {
    id: 'profile',
    icon: UserRound,
    replacesPalette: true,
    run: ({ goTo }) => goTo(screens.profile),
  },
  { id: 'logout', icon: LogOut, replacesPalette: true, run: ({ goTo }) => goTo(screens.logout) },
] as const satisfies readonly Verb[]

/** Sections of the profile that commands open, by their anchors. */
const profileParts = [
  'account',
  'sign-in',
  'password',
  'my-values',
  'connections',
  'ai-tools',
  'command-line',
  'extension',
  'tokens',
  'activity',
  'sessions',
  'download',
  'delete-account',
] as const

type VerbId = (typeof verbs)[number]['id'] | (typeof profileParts)[number]

/** All actions with a shortcut or an entry in the palette. */
export const allVerbs: readonly (Verb & { id: VerbId })[] = [
  ...verbs,
  ...profileParts.map((id): Verb & { id: VerbId } => ({
    id,
    icon: UserRound,
    replacesPalette: true,
    // The profile then has no such section.
    when: ({ canRun }) => id !== 'connections' || canRun,
    run: ({ goTo }) => goTo(`${screens.profile}#${id}`),
  })),
]

/** Returns the fields that dialogs show before a prompt is loaded. */
export function basicsOf({ id, name, color, isPublic, preview }: PromptCard) {
  return { id, name, color, isPublic, preview }
}
