import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { root } from '#scripts/prepare.mjs'

const pages = join(root, 'tests/support/editors/pages')

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** As strict as a page can be: no inline script or style, no evaluated code. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self' http://localhost:*"

/** Builds the pages of `tests/support/editors/pages` into a directory, and serves them to two origins. */
export async function serveEditors(directory: string) {
  await build({
    root: pages,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: directory,
      emptyOutDir: false,
      minify: false,
      modulePreload: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: join(pages, 'chat.html') },
    },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const file = pathname === '/' ? '/chat.html' : pathname
    response.setHeader('Content-Type', `${types[extname(file)] ?? 'text/plain'}; charset=utf-8`)
    response.setHeader('Content-Security-Policy', policy)
    try {
      response.end(readFileSync(join(directory, file)))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
