import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { readCatalogue } from '#server/config/read-catalogue.ts'
import { renderDocuments } from '#server/http/site/render-documents.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

test("The process that renders documents gets none of the server's secrets", async () => {
  const directory = makeScratchDirectory('renderer')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const name of ['web', 'prerender']) mkdirSync(join(directory, name))
  writeFileSync(join(directory, 'web/landing.html'), '')
  const program = `const address = Object.keys(process.env).join()
    process.stdout.write(JSON.stringify({ landing: [], screens: [{ address }] }))`
  writeFileSync(join(directory, 'prerender/render-documents.js'), program)
  const config = readConfig({})
  const catalogue = await readCatalogue(config.plansFile)
  const services = { config, catalogue, models: [], secrets: undefined, pages: new Map() }
  const rendered = await renderDocuments(join(directory, 'web'), services)
  expect(rendered?.screens[0]?.address).toBe('')
})
