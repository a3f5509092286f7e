// Built for the server, which runs this once, when it starts: only it knows the plans and its address.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { renderLanding } from './render-landing.tsx'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'
import { renderLibraryFrame } from './render-library-frame.tsx'
import { renderSharedPrompt } from './render-shared-prompt.tsx'

const webRoot = process.argv[2] ?? ''
const template = (name: string) => readFileSync(join(webRoot, name), 'utf8')
const { baseUrl, offer } = (await json(process.stdin)) as { baseUrl: string; offer: Offer }

const pages = {
  landing: await renderLanding(template('landing.html'), baseUrl, offer),
  library: await renderLibraryFrame(template('index.html')),
  sharedPrompt: await renderSharedPrompt(template('shared-prompt.html')),
}
process.stdout.write(JSON.stringify(pages))
