import { execFile } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { runCommand } from '#server/operate/admin/run-command.ts'
import { makeServices } from '#server/make-services.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import type { DatabaseKind } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { root } from '#scripts/prepare.mjs'

type Environment = Record<string, string>
type Outcome = { code: number; out: string; err: string }

/** Runs the operator's command line non-interactively, unless there is an answer to its question. */
export async function run(
  line: string,
  environment: Environment,
  answer?: string,
): Promise<Outcome> {
  const outcome = { out: '', err: '' }
  const terminal = {
    out: (text: string) => void (outcome.out += text),
    err: (text: string) => void (outcome.err += text),
    ask:
      answer === undefined
        ? undefined
        : async (question: string) => {
            outcome.err += question
            return answer
          },
  }
  const words = line.split(' ').filter(Boolean)
  const code = await runCommand(words, environment, terminal, makeServices)
  return { code, ...outcome }
}

/** Rejects with the exit code as `code`, unless that is 0. */
export function runProgram(args: string[], environment: Environment) {
  const program = join(root, 'server/admin.ts')
  const env = { PATH: process.env['PATH'], ...environment }
  return promisify(execFile)(process.execPath, [program, ...args], { env })
}

/** A running server, and the environment of a command line on its machine. */
export async function startServer(database: DatabaseKind, environment: Environment = {}) {
  const app = await makeTestApp(database, { environment })
  onTestFinished(app.close)
  const directory = makeScratchDirectory('admin')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  if (app.location.kind === 'sqlite') {
    symlinkSync(app.location.file, join(directory, 'promptshelf.sqlite'))
  }
  const variables = {
    DATA_DIR: directory,
    ...(app.location.kind === 'postgres' && { DATABASE_URL: app.location.url }),
    ...environment,
  }
  /** Fails unless the command succeeds. */
  const admin = async (line: string) => {
    const { code, out, err } = await run(`${line} --json`, variables)
    expect([line, code, err]).toEqual([line, 0, ''])
    return JSON.parse(out) as Record<string, unknown>
  }
  return { app, admin, variables, directory }
}

export async function kindsByOperator(user: ApiUser): Promise<string[]> {
  const { activity } = await user.call(calls.listActivity, {})
  return activity
    .filter(({ via, agent, network }) => via === 'operator' && agent === '' && network === '')
    .map(({ kind }) => kind)
}
