import { Link, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Prompt } from '#contract/library/prompts.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import errors from '#languages/en/errors.json' with { type: 'json' }
import texts from '#languages/en/editor.json' with { type: 'json' }
import history from '#languages/en/history.json' with { type: 'json' }
import library from '#languages/en/library.json' with { type: 'json' }
import { showScreens } from '#tests/support/show-at-server.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { editorCode } from '#web/prompts/editor/editor-code.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useFormDraft } from './device-draft.ts'
import { PromptForm } from './prompt-form.tsx'
import { aPrompt } from '#tests/fixtures/a-prompt.ts'

const launch = aPrompt({ notes: 'Keep it dry', prompt: toStoredForm('Announce {product}') })

const onSubmit = vi.fn()
const dialog = page.getByRole('dialog', { name: 'A prompt' })
// The name of a required field ends with an asterisk.
const title = dialog.getByRole('textbox', { name: new RegExp(`^${library.prompt.name}`) })
const editor = dialog.getByRole('textbox', { name: library.prompt.body, exact: true })
const shortName = dialog.getByRole('textbox', { name: history.shortName.label })
const addShortName = dialog.getByRole('button', { name: history.shortName.label })
const whenToUse = dialog.getByRole('textbox', { name: history.shortName.whenToUse })
const colorButton = dialog.getByRole('button', { name: /^Colour: / })
const notes = dialog.getByRole('textbox', { name: library.prompt.notes })
const notesSwitch = dialog.getByRole('switch', { name: library.prompt.addNotes })
const save = dialog.getByRole('button', { name: /^(?:Save|Create)$/ })
const question = page.getByRole('alertdialog', { name: library.discard.title })
const opener = page.getByRole('link', { name: 'Open' })

function PromptDialog({ prompt, error }: { prompt: Prompt | undefined; error: Error | null }) {
  const navigate = useNavigate()
  const onClose = () => void navigate(-1)
  return (
    <Dialog open size="large" title="A prompt" onCloseRequest={onClose}>
      <PromptForm
        open
        draft={useFormDraft(prompt?.id, null)}
        folderId={null}
        {...(prompt && { prompt })}
        isBusy={false}
        error={error}
        onSubmit={onSubmit}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Opens the form in a dialog with its own URL, as the library does. */
async function openForm(prompt?: Prompt, error: Error | null = null) {
  onSubmit.mockReset()
  // The editor loads separately; until then the form has a plain field.
  await editorCode.fetch()
  const form = <PromptDialog prompt={prompt} error={error} />
  const screens = { '/': <Link to="/prompt">Open</Link>, '/prompt': form }
  const { router } = await showScreens(screens, 'library', 'prompt', 'history')
  await opener.click()
  await expect.element(editor).toBeVisible()
  return router
}

async function chooseColor(name: string) {
  await colorButton.click()
  await dialog.getByRole('radio', { name }).click({ force: true })
}

test('An unchanged form closes without a question', async () => {
  await openForm(launch)
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toBeVisible()
})

test('An empty note does not count as a change', async () => {
  await openForm({ ...launch, notes: null })
  await notesSwitch.click()
  await expect.element(notes).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toBeVisible()
})

test('A change that is reverted by hand does not count', async () => {
  await openForm(launch)
  await title.fill('Launches')
  await title.fill('Launch')
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toBeVisible()
})

test.each([
  ['title', () => title.fill('Launches')],
  ['colour', () => chooseColor(library.colors['006D77'])],
  [
    'short name',
    async () => {
      await addShortName.click()
      await userEvent.keyboard('{Tab}')
    },
  ],
  ['text', () => editor.fill('Announce it')],
  ['notes', () => notes.fill('Keep it short')],
  ['notes switch', () => notesSwitch.click()],
])('A change of the %s is discarded only after a confirmation', async (_, change) => {
  await openForm(launch)
  await change()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the close button', () => dialog.getByRole('button', { name: 'Close' }).click()],
  ['Cancel', () => dialog.getByRole('button', { name: library.actions.cancel }).click()],
  ['going back', (router) => router.navigate(-1)],
] as [string, (router: Awaited<ReturnType<typeof openForm>>) => Promise<void>][])(
  '%s asks before it discards unsaved changes',
  async (_, leave) => {
    const router = await openForm()
    await title.fill('Launch')
    await leave(router)
    await question.getByRole('button', { name: library.discard.keep }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(title).toHaveValue('Launch')
    await leave(router)
    await question.getByRole('button', { name: library.discard.discard }).click()
    await expect.element(opener).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  },
)

test('A title is required, and white space does not count', async () => {
  await openForm()
  await expect.element(title).toHaveFocus()
  await expect.element(save).toBeDisabled()
  await title.fill('  ')
  await expect.element(save).toBeDisabled()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit).not.toHaveBeenCalled()
  await title.fill('Launch')
  await expect.element(save).toBeEnabled()
})

test('Enter in the title moves to the text, and never saves', async () => {
  await openForm({ ...launch, prompt: 'Announce' })
  await title.click()
  await userEvent.keyboard('{Enter}')
  // The document does not report the focus inside a shadow tree.
  await expect.poll(() => editor.element().matches(':focus')).toBe(true)
  await chooseColor(library.colors['006D77'])
  await colorButton.click()
  await userEvent.keyboard('{Enter}')
  notesSwitch.element().focus()
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('The colour is one swatch, and Esc, Enter and Tab close only its palette', async () => {
  await openForm({ ...launch, prompt: 'Announce' })
  const palette = dialog.getByRole('dialog')
  const chosen = dialog.getByRole('radio', { checked: true })
  await expect.element(palette).not.toBeInTheDocument()
  await colorButton.click()
  await expect.element(chosen).toHaveFocus()
  await expect.element(chosen).toHaveAccessibleName(library.colors.FFD166)
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(colorButton).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await expect.element(chosen).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(palette).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(colorButton).toHaveFocus()
  await expect.element(colorButton).toHaveAccessibleName(`Colour: ${library.colors['6A0572']}`)

  await colorButton.click()
  await userEvent.keyboard('{Tab}')
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ color: '6A0572' })
})

test('The text is 200 pixels high, and fills the window once enlarged', async () => {
  await page.viewport(1440, 900)
  await openForm({ ...launch, prompt: 'Announce it.\n'.repeat(80) })
  const area = editor.element().closest('.cm-editor')
  expect(area?.clientHeight).toBe(198)
  await dialog.getByRole('button', { name: library.prompt.larger }).click()
  expect(area?.clientHeight).toBe(900 - 420 - 2)
})

test('Ctrl+Enter sends the form', async () => {
  await openForm(launch)
  await title.fill('Launches')
  await notesSwitch.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    name: 'Launches',
    shortName: null,
    whenToUse: null,
    color: 'FFD166',
    notes: null,
    prompt: launch.prompt,
    variables: [],
    renames: [],
    updatedAt: launch.updatedAt,
  })
})

test('A short name is proposed from the title on request, and nothing else sets it', async () => {
  await openForm({ ...launch, prompt: 'Announce' })
  await title.fill('Größe & Übersicht')
  addShortName.element().focus()
  await userEvent.keyboard('{Tab}')
  await save.click()
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ shortName: null, whenToUse: null })

  await addShortName.click()
  await expect.element(shortName).toHaveValue('groesse-uebersicht')
  await expect.element(shortName).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(addShortName).toHaveFocus()
  await save.click()
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ shortName: null })

  await addShortName.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(whenToUse).toHaveFocus()
  await whenToUse.fill(' For charts ')
  await save.click()
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    shortName: 'groesse-uebersicht',
    whenToUse: 'For charts',
  })
})

test('A typed short name is normalised if possible, and otherwise sent unchanged', async () => {
  await openForm(launch)
  await addShortName.click()
  await shortName.fill('/Product Launch!')
  await title.click()
  await expect.element(shortName).toHaveValue('product-launch')
  await shortName.fill('発表')
  await save.click()
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ shortName: '発表' })
  await expect.element(shortName).toHaveValue('発表')
})

test('If a short name is taken, a button offers a free one', async () => {
  const failure = { code: 'short_name_taken', msg: '', proposal: 'launch-2' }
  await openForm({ ...launch, shortName: 'launch' }, new ApiError(409, failure))
  await expect.element(shortName).toHaveFocus()
  await expect.element(shortName).toHaveAccessibleDescription(errors.short_name_taken)
  await dialog.getByRole('button', { name: 'Use /launch-2' }).click()
  await expect.element(shortName).toHaveValue('launch-2')
  await expect.element(shortName).toHaveFocus()
  await expect.element(dialog.getByText(errors.short_name_taken)).not.toBeInTheDocument()
})

test('A renamed variable is sent with its setting, even if the text was replaced at once', async () => {
  const variables = [{ name: 'product', kind: 'choice', options: [{ value: 'Lumen' }] }]
  await openForm({ ...launch, variables })
  await editor.fill('Announce {brand}')
  await save.click()
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    prompt: 'Announce {<b>brand</b>}',
    variables: [{ ...variables[0], name: 'brand' }],
    renames: [{ from: 'product', to: 'brand' }],
  })
})

const settingsOf = dialog.getByRole('button', { name: /^product: / })
const kind = dialog.getByRole('combobox', { name: texts.settings.kind })

test('A changed setting counts as a change, and is sent with fields of a later release', async () => {
  const variables = [{ name: 'product', kind: 'text', later: [1] }]
  await openForm({ ...launch, variables })
  await settingsOf.click()
  await userEvent.selectOptions(kind, texts.settings.kinds.long)
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: library.discard.keep }).click()
  await save.click()
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    prompt: launch.prompt,
    variables: [{ name: 'product', kind: 'long', later: [1] }],
  })
})

test('Settings that are only opened, or changed back, do not count as a change', async () => {
  await openForm(launch)
  await settingsOf.click()
  await userEvent.selectOptions(kind, texts.settings.kinds.date)
  await userEvent.selectOptions(kind, texts.settings.kinds.text)
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(opener).toBeVisible()
})

test('Ctrl+Enter saves with the name being typed, unless it is invalid', async () => {
  await openForm({ ...launch, prompt: toStoredForm('{product} {other}') })
  await settingsOf.click()
  const name = dialog.getByRole('textbox', { name: texts.settings.name, exact: true })
  await name.fill('other')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await save.click()
  expect(onSubmit).not.toHaveBeenCalled()
  await expect.element(name).toHaveFocus()
  await name.fill('thing')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => onSubmit.mock.lastCall?.[0])
    .toMatchObject({ prompt: toStoredForm('{thing} {other}'), variables: [] })
})

test('Invalid settings are shown instead of saved', async () => {
  await openForm({ ...launch, variables: [{ name: 'product', kind: 'choice' }] })
  await title.fill('Launches')
  await save.click()
  await expect.element(dialog.getByText(texts.settings.problems.no_options)).toBeVisible()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('Settings that are too long for the server are reported in the form', async () => {
  await openForm(launch, new ApiError(400, { code: 'variables_too_long', msg: '' }))
  await expect
    .element(dialog.getByRole('alert').first())
    .toHaveTextContent(errors.variables_too_long)
})

test('Names that look like code stay variables if they already were', async () => {
  const prompt = '{<b>len(x)</b>} {len(y)}'
  await openForm({ ...launch, prompt })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ prompt })
})

test('Notes that are switched off and on again are still there', async () => {
  await openForm(launch)
  await notesSwitch.click()
  await expect.element(notes).not.toBeInTheDocument()
  await notesSwitch.click()
  await expect.element(notes).toHaveValue('Keep it dry')
})
