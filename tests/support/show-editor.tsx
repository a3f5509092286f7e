import { useEffect, useState } from 'react'
import { expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createTranslator } from 'use-intl'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import texts from '#languages/en/editor.json' with { type: 'json' }
import prompt from '#languages/en/prompt.json' with { type: 'json' }
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import type { EditedPrompt } from '#web/prompts/editor/editor-area.tsx'
import { editorCode } from '#web/prompts/editor/editor-code.ts'
import { PromptEditor, type PromptEditorControls } from '#web/prompts/editor/prompt-editor.tsx'
import { show } from './show.tsx'

const { kinds } = texts.settings
export const t = createTranslator({
  locale: 'en-GB',
  messages: { ...texts, remove: prompt.editor.remove },
})
export const editor = page.getByRole('textbox', { name: 'Body', exact: true })
export const onClose = vi.fn()
/** The content of the most recently shown editor. */
export const seen: { edited: EditedPrompt; controls: PromptEditorControls | null } = {
  edited: { text: '', named: [], variables: [], renames: [] },
  controls: null,
}

function Sample({ setting }: { setting: VariableSetting }) {
  return <p>{setting.name}</p>
}

function Edited({ first }: { first: EditedPrompt }) {
  const [edited, setEdited] = useState(first)
  useEffect(() => {
    seen.edited = edited
  })
  return (
    <Dialog open title="A prompt" onCloseRequest={onClose}>
      <DialogBody>
        <PromptEditor
          ref={(controls) => {
            seen.controls = controls
          }}
          initialText={first.text}
          named={edited.named}
          variables={edited.variables}
          renames={edited.renames}
          label="Body"
          sample={Sample}
          onChange={(change) => setEdited((now) => ({ ...now, ...change }))}
        />
      </DialogBody>
    </Dialog>
  )
}

/** Shows the editor of a prompt in a dialog. */
export async function openEditor(
  text: string,
  variables: VariableSetting[] = [],
  named: string[] = [],
) {
  onClose.mockReset()
  await editorCode.fetch()
  await show(<Edited first={{ text, named, variables, renames: [] }} />, 'prompt')
  await expect.element(editor).toBeVisible()
}

/** The button of a variable. */
export function chip(name: string, kind: keyof typeof kinds = 'text') {
  const label = t('chip', { name, kind: kinds[kind] })
  return page.getByRole('button', { name: label, exact: true })
}

export async function undo() {
  editor.element().focus()
  await userEvent.keyboard('{Control>}z{/Control}')
}

export const textNow = () => seen.edited.text
