import { execFile } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Client } from '#contract/core/client.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { root } from '#scripts/prepare.mjs'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

/** The program of the official conformance suite of the Model Context Protocol. */
export const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** The prompts that the suite requests, by their short names. */
const fixtures = {
  'test-simple-prompt': 'This is a simple prompt for testing.',
  'test-prompt-with-arguments': "Prompt with arguments: arg1='{arg1}', arg2='{arg2}'",
  'test-input-required-result-prompt': 'Use the context {context}.',
}

export async function createFixtures(call: Client): Promise<void> {
  for (const [shortName, text] of Object.entries(fixtures)) {
    const prompt = toStoredForm(text)
    await call(promptCalls.createPrompt, { name: shortName, shortName, prompt, color: '4ECDC4' })
  }
}

type Check = { id: string; status: string; errorMessage?: string }

/** Runs the suite against an address; it fails for scenarios that do not apply. Returns the checks of each scenario. */
export async function runSuite(url: string, ...options: string[]): Promise<Map<string, Check[]>> {
  const directory = makeScratchDirectory('conformance')
  const args = [suite, 'server', '--url', url, '--output-dir', directory, ...options]
  await promisify(execFile)(process.execPath, args).catch(() => {})
  return readResults(directory)
}

/** Reads the checks of each scenario, and deletes them. */
export function readResults(directory: string): Map<string, Check[]> {
  const files = globSync('**/checks.json', { cwd: directory })
  const results = files.map((file) => {
    const scenario = file.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    return [scenario, JSON.parse(readFileSync(join(directory, file), 'utf8')) as Check[]] as const
  })
  rmSync(directory, { recursive: true })
  return new Map(results)
}

/** The checks that passed or do not apply; `INFO` is only information. */
const fine = new Set(['SUCCESS', 'INFO', 'SKIPPED'])

export function failuresOf(results: ReadonlyMap<string, Check[]>): string[] {
  return [...results].flatMap(([scenario, checks]) =>
    checks
      .filter(({ status }) => !fine.has(status))
      .map(({ id, status, errorMessage }) => `${scenario}: ${id} ${status} ${errorMessage ?? ''}`),
  )
}
