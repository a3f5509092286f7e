import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { exportCalls } from '#contract/transfer/export.ts'
import { LibraryFile } from '#contract/transfer/library-file.ts'
import { defaultLanguage, type Language } from '#languages/languages.ts'
import type { Account } from './call-api.ts'
import { dialogOf, expectContents } from './library-steps.ts'
import { fill, textsOf } from './texts.ts'

/** Real prompts, as prompts.chat publishes them. */
export const csvPath = fileURLToPath(new URL('../../fixtures/prompts.csv', import.meta.url))

/** Chooses files to import, and returns the dialog with their preview. */
export async function startImport(
  page: Page,
  files: Parameters<Locator['setInputFiles']>[0],
  language: Language = defaultLanguage,
) {
  const { library } = textsOf[language]
  await page.goto('/prompts')
  await expectContents(page)
  await page.getByRole('button', { name: library.import, exact: true }).last().click()
  const dialog = dialogOf(page, library.import)
  await dialog.locator('input[type=file]').first().setInputFiles(files)
  return dialog
}

export function submitOf(dialog: Locator, count: number, language: Language = defaultLanguage) {
  const name = fill(textsOf[language].import.submit, { count }, language)
  return dialog.getByRole('button', { name, exact: true })
}

/** Builds a library file in our own format, with some prompts in each folder. */
export function fileOf(folderCount: number, promptsInEach: number) {
  const folders = Array.from({ length: folderCount }, (_, at) => ({
    id: `${at}`,
    name: `Folder ${at}`,
  }))
  const prompts = folders.flatMap(({ id }) =>
    Array.from({ length: promptsInEach }, (_, at) => ({
      id: `${id}-${at}`,
      folderId: id,
      name: `Prompt ${id}-${at}`,
      prompt: `Write about ${at}`,
    })),
  )
  const library = { format: 'promptshelf', version: 1, folders, prompts }
  return {
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(library)),
  }
}

/** Returns the whole library of an account. */
export async function libraryOf(account: Account) {
  return z.parse(LibraryFile, await account.call(exportCalls.exportLibrary, {}))
}
