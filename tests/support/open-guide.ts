import { rmSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { openShell, type Shell } from './open-shell.ts'
import { readShellBlocks } from './read-blocks.ts'
import { makeScratchDirectory } from './scratch.ts'

type Options = { cwd: string; env: NodeJS.ProcessEnv; placeholders?: Record<string, string> }

/**
 * A shell in which the test types the shell blocks of a document. The test fails at its end unless all of them were
 * typed. Blocks with a note are skipped: see `documents.test.ts`.
 */
export function openGuide(document: string, options: Options): Shell {
  const directory = makeScratchDirectory('guide')
  const shell = openShell(readShellBlocks(document, 'test'), { ...options, directory })
  onTestFinished(async () => {
    const left = await shell.close()
    rmSync(directory, { recursive: true })
    expect(left).toEqual([])
  })
  return shell
}
