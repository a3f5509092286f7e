import { defaultColor } from '#contract/core/colors.ts'
import type { Command } from '#web/library/commands.ts'
import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'first-dialog'

/** Stores the dialog requested by a URL, in this tab, until the user is in the library. */
export function storeFirstDialog(dialog: Command): void {
  tabStorage.setItem(key, JSON.stringify(dialog))
}

export function readFirstDialog(): Command | undefined {
  const text = tabStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as Command)
}

/** Whether another app has shared something. */
export function hasFirstText(): boolean {
  const dialog = readFirstDialog()
  return dialog?.kind === 'create-prompt' && Boolean(dialog.text ?? dialog.name)
}

export function forgetFirstDialog(): void {
  tabStorage.removeItem(key)
}

/**
 * Returns the form of a new prompt for content shared by another app. Like a paste, it is validated when it is saved.
 */
export function newPromptFor(address: URL): Command {
  const read = (name: string) => address.searchParams.get(name)?.trim() ?? ''
  const [name, text, link] = [read('title'), read('text'), read('url')]
  // Many apps put the link into the text, too.
  const shared = [text, !text.includes(link) && link].filter(Boolean).join('\n\n')
  return {
    kind: 'create-prompt',
    folderId: null,
    ...(name !== '' && { name }),
    ...(shared !== '' && { text: shared }),
  }
}

/** Returns the dialog of the prompt whose id is in a URL. The dialog loads the prompt. */
export function viewedPrompt(address: URL): Command {
  const id = address.searchParams.get('id') ?? ''
  const prompt = { id, name: '', color: defaultColor, isPublic: 0 as const, preview: '' }
  return { kind: 'view-prompt', prompt }
}
