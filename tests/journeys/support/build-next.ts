import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from '#scripts/prepare.mjs'
import { serverArguments } from '#scripts/serve.mjs'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const parts = ['cli', 'contract', 'extension', 'languages', 'pages', 'scripts', 'server', 'web']
const pages = ['index.html', 'landing.html', 'shared-prompt.html']
const settings = ['package.json', 'tsconfig.json', 'vite.config.ts']

/** A module of every page, which all other code imports. */
const changed = 'web/ui/store.ts'

/** Builds a copy of this checkout as the next release might be: each script has a new name. */
export function buildNext() {
  const copy = makeScratchDirectory('next')
  for (const name of [...parts, ...pages, ...settings]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  appendFileSync(join(copy, changed), "Object.assign(globalThis, { release: 'next' })\n")
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(node, args, { cwd: copy, env, stdio: 'inherit' })
  return {
    /** Node's arguments for its server. */
    program: serverArguments.map((argument) => argument.replace(root, `${copy}/`)),
    remove: () => rmSync(copy, { recursive: true }),
  }
}
