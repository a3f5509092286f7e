import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReactNode } from 'react'
import type { Prompt } from '#contract/library/prompts.ts'
import type { FilePrompt } from '#contract/transfer/library-file.ts'
import texts from '#languages/en/import.json' with { type: 'json' }
import { aFilePrompt, aPrompt } from '#tests/fixtures/a-prompt.ts'
import { showScreens } from '#tests/support/show-at-server.tsx'
import { readFiles } from '#web/transfer/reading/read-files.ts'
import { ExportDialog } from './export-dialog.tsx'
import { SkillDialog } from './skill-dialog.tsx'

const dialog = page.getByRole('dialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const radio = (name: string) => dialog.getByRole('radio', { name, exact: false })

/** Expects a text or a part of it. */
function expectText(text: string) {
  return expect.element(dialog.getByText(text, { exact: false }))
}

afterEach(() => vi.restoreAllMocks())

async function showDialog(element: ReactNode, answer: object) {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer))
  await showScreens({ '/': element }, 'library', 'import', 'history')
}

async function showSkill(fields: Partial<Prompt>) {
  const prompt = {
    ...aPrompt({ name: 'Reply', prompt: 'Dear {<b>who</b>}', ...fields }),
    preview: '',
  }
  await showDialog(<SkillDialog open prompt={prompt} onClose={vi.fn()} />, { prompt })
}

async function exportSkills(prompts: FilePrompt[]) {
  const onClose = vi.fn()
  const what = { promptIds: prompts.map(({ id }) => id), folderIds: [], name: 'Reply' }
  await showDialog(<ExportDialog open what={what} onClose={onClose} />, { prompts })
  await radio(texts.export.skills.name).click()
  const saved = nextDownload()
  await button(texts.export.title).click()
  return { onClose, saved }
}

/** Returns the name of the next saved file, and the library that an import reads from it. */
function nextDownload() {
  const files: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return '#'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  return {
    names,
    async read() {
      const file = new File(files, 'a.zip')
      const { library: read } = await readFiles([{ path: file.name, file }], { takeOver: true })
      return read.prompts.map(({ shortName }) => shortName)
    },
  }
}

test('A prompt is shown as a skill, copied, and saved as a ZIP that can be imported again', async () => {
  await showSkill({ shortName: 'reply', whenToUse: 'On letters' })
  const file = dialog.getByRole('region', { name: 'SKILL.md' })
  await expectText('name: reply description: On letters').toBeVisible()
  await expectText('Dear {who}').toBeVisible()
  await expect.element(button(texts.skill.download)).toHaveFocus()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await button(texts.skill.copy).click()
  expect(copied).toHaveBeenCalledWith(file.element().textContent)
  const saved = nextDownload()
  await button(texts.skill.download).click()
  expect(saved.names).toEqual(['reply.zip'])
  expect(await saved.read()).toEqual(['reply'])
})

test('A text that an assistant would run is not copied without its file, and a message explains it', async () => {
  await showSkill({ shortName: 'reply', prompt: 'Look at !`git diff`' })
  await expectText(texts.skill.apart.slice(0, 40)).toBeVisible()
  await expect.element(button(texts.skill.copy)).not.toBeInTheDocument()
  await expectText('git diff').not.toBeInTheDocument()
})

test('A name that claude.ai rejects causes a warning, and the ZIP can still be downloaded', async () => {
  await showSkill({ shortName: 'ask-claude' })
  await expectText(texts.skill.refused).toBeVisible()
  await expect.element(button(texts.skill.download)).toBeEnabled()
})

test('A prompt without a short name is not shown as a skill, and gets one only on request', async () => {
  await showSkill({ shortName: null })
  await expectText(texts.skill.noShortName).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('reply')
  await expect.element(dialog.getByRole('textbox')).toHaveFocus()
  await expect.element(button(texts.skill.giveName)).toBeVisible()
  await expect.element(button(texts.skill.download)).not.toBeInTheDocument()
})

test('An export of skills shows which prompts it omits, and which claude.ai rejects', async () => {
  const { onClose, saved } = await exportSkills([
    aFilePrompt({ id: 'a', shortName: 'reply', prompt: 'Dear' }),
    aFilePrompt({ id: 'b', shortName: 'ask-claude', prompt: 'Ask' }),
    aFilePrompt({ id: 'c', prompt: 'Be kind.' }),
  ])
  await expectText('2 skills are in your downloads.').toBeVisible()
  await expectText('1 prompt was left out').toBeVisible()
  await expectText('accept it: ask-claude').toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  expect(await saved.read()).toEqual(['reply', 'ask-claude'])
})

test('An export of skills saves no file if no prompt has a short name', async () => {
  const { saved } = await exportSkills([aFilePrompt({ id: 'c', prompt: 'Be kind.' })])
  await expectText('This prompt has no short name, and a skill needs one.').toBeVisible()
  expect(saved.names).toEqual([])
  // Another format shows no message about it.
  await radio(texts.export.json.name).click()
  await expect.element(dialog.getByRole('status')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
})

test('A complete export of skills closes its dialog, as others do', async () => {
  const { onClose, saved } = await exportSkills([
    aFilePrompt({ id: 'a', shortName: 'reply', prompt: 'Dear' }),
  ])
  await expect.poll(() => onClose).toHaveBeenCalled()
  expect(saved.names).toEqual(['Reply.zip'])
})
