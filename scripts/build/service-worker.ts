import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { transformWithOxc, type Plugin } from 'vite'
import { shellPath } from '#contract/screens.ts'

const source = 'web/entries/service-worker/service-worker.ts'

/** Writes `/sw.js`, which names all files of its build: each build has another service worker. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html.')
        const files = Object.keys(bundle)
          .filter((file) => file.startsWith('assets/'))
          .toSorted()
          .map((file) => `/${file}`)
        const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, {
          sourcemap: false,
        })
        const id = createHash('sha256')
          .update(JSON.stringify([page.source, files, code]))
          .digest('hex')
          .slice(0, 12)
        const build = JSON.stringify({ id, shell: shellPath, files })
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `const build=${build}\n${code}` })
      },
    },
  }
}
