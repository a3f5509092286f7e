import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '#scripts/prepare.mjs'

const manifest = {
  manifest_version: 3,
  name: 'Inserts texts',
  version: '1',
  permissions: ['scripting'],
  host_permissions: ['http://127.0.0.1/*'],
  background: { service_worker: 'background.js', scripts: ['background.js'] },
  content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['relay.js'] }],
  browser_specific_settings: { gecko: { id: 'inserts-texts@example.org' } },
}

/** Does what the popup does: a page cannot open that of an extension. */
const background = `
chrome.runtime.onMessage.addListener(({ call, text, deadline }, { tab }, respond) => {
  const target = { tabId: tab.id }
  const calls = {
    async read() {
      await chrome.scripting.executeScript({ target, files: ['insert-text.js'] })
      return chrome.scripting.executeScript({ target, func: () => globalThis.promptshelfField.read() })
    },
    insert: () => chrome.scripting.executeScript({
      target,
      func: (...args) => globalThis.promptshelfField?.insert(...args) ?? 'no-field',
      args: [text, deadline],
    }),
  }
  calls[call]().then(([{ result }]) => respond(result), (error) => respond(String(error)))
  return true
})
`

/** Lets a test in the page call the background script. */
const relay = `
addEventListener('message', async ({ data }) => {
  if (!data.call) return
  postMessage({ answer: await chrome.runtime.sendMessage(data) }, '*')
})
`

/** Makes an extension for Chromium and Firefox that only inserts texts. */
export async function makeInsertingExtension(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(directory, 'background.js'), background)
  writeFileSync(join(directory, 'relay.js'), relay)
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: directory,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'extension/insert/insert-text.ts'),
        output: { format: 'iife', entryFileNames: 'insert-text.js' },
      },
    },
  })
}

type Insertion = { call: 'insert'; text: string; deadline: number }

/** Runs in the page: calls the extension and returns its answer. */
export function callExtension(call: { call: 'read' } | Insertion) {
  return new Promise<unknown>((resolve) => {
    addEventListener('message', function listen({ data }: MessageEvent) {
      if (!('answer' in data)) return
      removeEventListener('message', listen)
      resolve(data.answer)
    })
    postMessage(call, '*')
  })
}
