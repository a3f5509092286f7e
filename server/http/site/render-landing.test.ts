import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { readCatalogue } from '#server/config/read-catalogue.ts'
import { renderLanding } from '#server/http/site/render-landing.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

test("The process that renders the landing page gets none of the server's secrets", async () => {
  const directory = makeScratchDirectory('renderer')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const name of ['web', 'prerender']) mkdirSync(join(directory, name))
  writeFileSync(join(directory, 'web/landing.html'), '')
  const program = `const brotli = Buffer.from(Object.keys(process.env).join()).toString('base64')
    process.stdout.write(JSON.stringify([{ brotli }]))`
  writeFileSync(join(directory, 'prerender/render-landing.js'), program)
  const config = readConfig({})
  const catalogue = await readCatalogue(config.plansFile)
  const services = { config, catalogue, models: [], secrets: undefined }
  const rendered = await renderLanding(join(directory, 'web'), services)
  expect(rendered?.[0]?.brotli.toString()).toBe('')
})
