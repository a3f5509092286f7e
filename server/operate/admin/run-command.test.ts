import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commands } from '#server/operate/admin/run-command.ts'
import { databases } from '#tests/support/databases.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { run, runProgram, startServer } from '#tests/support/clients/admin.ts'

const password = 'correct horse'

describe('A command line', () => {
  const variables = { DATA_DIR: makeScratchDirectory('admin') }

  test('that is invalid changes nothing, prints the error, and exits with 2', async () => {
    for (const [line, complaint] of [
      ['usr list', 'Unknown command: "usr".'],
      ['user', 'user needs one of: list, show,'],
      ['user remove', 'Unknown command: "user remove". Available: list, show,'],
      ['user show', 'user show needs USER.'],
      ['user show a b', 'user show takes no "b".'],
      ['user list --all', "user list: Unknown option '--all'."],
      ['user list --limit', "user list: Option '--limit <value>' argument missing."],
      ['help usr', 'Unknown command: "usr".'],
      ['help use', 'Unknown command: "use".'],
      ['database copy', 'database copy needs TARGET.'],
      ['database copy mysql://db/shelf', 'a postgres:// address, or the path of a file'],
      ['database copy postgres://u:p@db.example.com/shelf', 'sslmode=verify-full'],
    ] as const) {
      const { code, out, err } = await run(line, variables)
      expect([line, code, out]).toEqual([line, 2, ''])
      expect(err).toContain(complaint)
    }
    const TARGET_DATABASE_URL_FILE = join(variables.DATA_DIR, 'target')
    writeFileSync(TARGET_DATABASE_URL_FILE, 'postgres://u:p@db.example.com/shelf\n')
    const target = await run('database copy', { ...variables, TARGET_DATABASE_URL_FILE })
    rmSync(TARGET_DATABASE_URL_FILE)
    expect(target).toMatchObject({ code: 2, err: expect.stringContaining('sslmode=verify-full') })
    expect((await run('user show', variables)).err).toMatch(/\nSee npm run admin -- help\.\n$/)
    const { err } = await run('user show --json', variables)
    expect(JSON.parse(err)).toEqual({ error: { message: 'user show needs USER.' } })
  })

  test('is a program for plain Node', async () => {
    const given = (args: string[]) => runProgram(args, variables)
    expect((await given(['help'])).stdout).toContain('Usage: npm run admin -- COMMAND')
    await expect(given(['user', 'show'])).rejects.toMatchObject({ code: 2, stdout: '' })
    await expect(given(['check', '--quick'])).rejects.toMatchObject({ code: 1, stderr: '' })
  })

  test('has help for each command, wrapped for a terminal', async () => {
    const { code, out } = await run('help', variables)
    expect(code).toBe(0)
    for (const command of commands) {
      expect(out).toContain(command.name)
      const page = await run(`help ${command.name}`, variables)
      expect(page).toEqual(await run(`${command.name} --help`, variables))
      expect(page.out).toContain(command.summary)
      for (const option of Object.keys(command.options)) expect(page.out).toContain(`--${option}`)
      const lines = [...out.split('\n'), ...page.out.split('\n')]
      expect(lines.filter((line) => line.length > 80)).toEqual([])
    }
  })

  test('neither creates nor upgrades a database', async () => {
    const missing = await run('user list', variables)
    expect(missing).toMatchObject({ code: 1 })
    expect(missing.err).toContain('There is no database at')
    expect(await run('check', variables)).toMatchObject({ code: 1 })
    expect(readdirSync(variables.DATA_DIR)).toEqual([])
    for (const database of databases) {
      const { location, drop } = await database.make('empty')
      onTestFinished(drop)
      const place = join(variables.DATA_DIR, database.name)
      mkdirSync(place)
      if (location.kind === 'sqlite') symlinkSync(location.file, join(place, 'promptshelf.sqlite'))
      const url = location.kind === 'postgres' ? { DATABASE_URL: location.url } : {}
      const { code, err } = await run('user list', { DATA_DIR: place, ...url })
      expect([code, err]).toEqual([1, expect.stringMatching(/There is no database|it lacks 0001/)])
    }
  })

  test("shows control characters in other people's texts as question marks", async () => {
    const [database] = databases
    if (database === undefined) throw new Error('There is no database.')
    const { app, variables: ofServer } = await startServer(database)
    const hostile = 'a\u001B[2J\u202E@example.com'
    const ada = await app.signUp(hostile, password)
    await ada.makePrompt('Poem')
    const { out } = await run('user list', ofServer)
    expect(out).toContain('a?[2J?@example.com')
  })
})
