import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { node, root } from '#scripts/prepare.mjs'
import { makeScratchDirectory } from './scratch.ts'
import { findFreePort } from './server-process.ts'
import { waitFor } from './wait-for.ts'

/**
 * Copies the checkout to an empty directory, as users have it after the first start: with its packages and its build,
 * without settings and data. Returns it with the environment of a shell in it, and the address of its servers.
 */
export async function makeCheckout() {
  const listing = execFileSync('git', ['ls-files'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 10e6,
  })
  const tops = new Set(listing.match(/^[^/\n]+/gm))
  const checkout = makeScratchDirectory('checkout')
  onTestFinished(() => rmSync(checkout, { recursive: true }))
  // Keeps the times of files, which show that the build is up to date.
  execFileSync('cp', ['-a', ...tops, checkout], { cwd: root })
  for (const folder of ['node_modules', 'dist']) {
    symlinkSync(join(root, folder), join(checkout, folder))
  }
  const port = String(await findFreePort())
  const origin = `http://localhost:${port}`
  const env = {
    PATH: `${join(node, '..')}:${process.env['PATH']}`,
    HOME: checkout,
    PORT: port,
  }
  const waitForServer = () =>
    waitFor(async () => expect((await fetch(`${origin}/api/health`)).status).toBe(200))
  return { checkout, env, origin, waitForServer }
}
