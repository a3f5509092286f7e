import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { readCatalogue } from '#server/plans/read-catalogue.ts'
import { renderPages } from '#server/site/render-pages.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

test('The process that renders the pages gets none of the secrets of the server', async () => {
  const directory = makeScratchDirectory('renderer')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const name of ['web', 'prerender']) mkdirSync(join(directory, name))
  writeFileSync(join(directory, 'web/landing.html'), '')
  const program = `const sharedPrompt = Object.keys(process.env)
    process.stdout.write(JSON.stringify({ landing: [], library: [], sharedPrompt }))`
  writeFileSync(join(directory, 'prerender/render-pages.js'), program)
  const { baseUrl, plansFile } = readConfig({})
  const rendered = await renderPages(
    join(directory, 'web'),
    baseUrl,
    await readCatalogue(plansFile),
  )
  expect(rendered?.sharedPrompt).toEqual([])
})
