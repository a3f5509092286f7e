import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine
const color = '4ECDC4'

beforeAll(async () => {
  line = await startCommandLine()
  await line.call(calls.createFolder, { name: 'Work', color })
  // The editor's actions on the file; it is run in the home directory.
  writeFileSync(join(line.home, 'bin/editor'), '#!/bin/sh\n. "$HOME/editing"\n', { mode: 0o755 })
})
afterAll(() => line.stop())

/** An editor that runs these lines of sh, with the file as `$1`. */
function editor(script: string) {
  writeFileSync(join(line.home, 'editing'), `${script}\n`)
  return { EDITOR: 'editor', VISUAL: '', TMPDIR: line.home }
}

const made = { name: 'Review', color, prompt: 'Be {<b>tone</b>}.\n\n---\n{<b>code</b>}\n' }
const settings = [{ name: 'tone', kind: 'choice', options: [{ value: 'warm' }], help: 'How' }]
let count = 0
async function makePrompt(changes: object = {}) {
  const shortName = `review-${++count}`
  const input = { ...made, shortName, variables: settings, notes: 'A note', ...changes }
  const { id } = await line.call(calls.createPrompt, input)
  const get = async () => (await line.call(calls.getPrompt, { promptId: id })).prompt
  return { id, shortName, get }
}

describe('An edited prompt', () => {
  it('keeps unedited parts byte for byte', async () => {
    const bodies = ['', '\uFEFFa\n---\nb: c\n---', '---\nname: x\n---\n{ "a": {b} }\n\n']
    for (const prompt of bodies) {
      const { shortName, get } = await makePrompt({ prompt, variables: [] })
      const before = await get()
      const env = editor(`sed -i '2s/.*/name: Other/; s/$/\\r/' "$1"`)
      expect(await line.run(['edit', shortName], { env })).toMatchObject({ code: 0, out: '' })
      const { updatedAt: _, ...after } = await get()
      expect({ ...before, ...after }).toEqual({ ...before, name: 'Other' })
    }
  })

  it('changes only where it is edited, including a renamed variable', async () => {
    const { shortName, get } = await makePrompt()
    const env = editor(`sed -i 's/{tone}/{mood}/; s/A note/Another/' "$1"`)
    const saved = await line.run(['edit', shortName], { env })
    expect(saved).toEqual({ code: 0, out: '', err: 'Saved “Review”.\n' })
    expect(await get()).toMatchObject({
      prompt: expect.stringContaining('Be {<b>mood</b>}.\n\n---\n'),
      notes: 'Another',
      variables: [{ name: 'mood', kind: 'choice', help: 'How' }],
    })
    const same = await line.run(['edit', shortName, '--json'], { env: editor('true') })
    expect(JSON.parse(same.out)).toMatchObject({ isChanged: false })
    // An editor with a window may still be open.
    expect(same.err).toMatch(/^The editor closed immediately\.[^]*\.md\n“Review” is unchanged\.\n$/)
    expect((await line.run(['edit', shortName], { input: '' })).code).toBe(1)
    expect((await line.run(['edit', shortName], { input: 'Only {text}' })).code).toBe(0)
    expect(await get()).toMatchObject({ prompt: 'Only {<b>text</b>}', notes: 'Another' })
  })

  it('keeps both texts if it was changed elsewhere, and shows the difference', async () => {
    const { id, shortName, get } = await makePrompt()
    const theirs = `promptshelf edit ${shortName} < theirs`
    writeFileSync(join(line.home, 'theirs'), 'Theirs\u001B[31m\n')
    const env = editor(`${theirs}; echo mine >> "$1"`)
    const { code, out, err } = await line.bash(`promptshelf edit ${shortName}`, env)
    expect(code).toBe(4)
    expect(out).toContain('\n-Theirs\u001B[31m\n')
    expect(out).toContain('\n+mine\n')
    const [, ours = '', other = ''] = /Yours: (\S+) {2}Theirs: (\S+)/.exec(err) ?? []
    expect(readFileSync(ours, 'utf8')).toContain('{code}\n\nmine\n')
    expect(readFileSync(other, 'utf8')).toContain('---\nTheirs\u001B[31m\n')
    expect((await get()).prompt).toBe('Theirs\u001B[31m')
    expect((await line.bash(`promptshelf edit ${id} < ${ours}`)).code).toBe(0)
    expect((await get()).prompt).toMatch(/mine$/)
  })

  it('is kept in a file if saving fails', async () => {
    const { shortName, get } = await makePrompt()
    const before = await get()
    for (const [script, said, exitCode] of [
      [`sed -i '2s/.*/name: "x/' "$1"`, 'is not valid YAML', 2],
      [`echo typed >> "$1"; exit 3`, 'failed (3)', 1],
      [`printf '\\377' >> "$1"`, 'UTF-8', 2],
      [`sed -i '2s/.*/name: ${'x'.repeat(300)}/' "$1"`, '200', 1],
    ] as const) {
      const { code, err } = await line.run(['edit', shortName], { env: editor(script) })
      expect(code).toBe(exitCode)
      expect(err).toContain(said)
      const [, file = ''] = /Your text is saved in (\S+)/.exec(err) ?? []
      expect(readFileSync(file).length).toBeGreaterThan(20)
    }
    const gone = await line.run(['edit', shortName], { env: editor('rm "$1"') })
    expect(gone).toMatchObject({ code: 0, err: '“Review” is unchanged.\n' })
    expect((await line.run(['edit', shortName], { env: { EDITOR: 'no-editor' } })).code).toBe(1)
    expect(await get()).toEqual(before)
  })

  it('is opened again on a terminal, and Ctrl+C goes to the editor', async () => {
    const { shortName, get } = await makePrompt()
    // The first time it breaks the file, the second time it repairs it. Ctrl+C ends a `read`.
    const broken = `trap 'echo caught' INT; echo in; read -r _ || read -r _; if grep -q broken "$1"; then sed -i '2s/.*/name: Mended/' "$1"; else sed -i '2s/.*/name: "broken/' "$1"; fi`
    const env = editor(broken)
    const terminal = line.terminal(`promptshelf edit ${shortName}`, { env })
    await terminal.sees('in\r\n')
    terminal.type('\u0003')
    await terminal.sees('caught')
    terminal.type('\r')
    await terminal.sees('Enter to open the editor again')
    terminal.clear()
    terminal.type('\r')
    await terminal.sees('in\r\n')
    terminal.type('\r')
    expect(await terminal.end()).toMatchObject({ code: 0 })
    expect((await get()).name).toBe('Mended')
    // As started by `xargs`.
    const unpiped = line.terminal(`promptshelf edit ${shortName} < /dev/null`, {
      env: editor(`read -r typed; echo "$typed" >> "$1"`),
    })
    unpiped.type('From the keys\r')
    expect(await unpiped.end()).toMatchObject({ code: 0 })
    expect((await get()).prompt).toContain('From the keys')
    const left = line.terminal(`promptshelf edit ${shortName}`, { env: editor(broken) })
    await left.sees('in\r\n')
    left.type('\r')
    await left.sees('Enter to open the editor again')
    left.type('\u0003')
    expect((await left.end()).shown).toContain('Your text is saved in ')
  })
})

describe('Unknown settings', () => {
  it('are refused with a suggestion, in an editor and from a pipe', async () => {
    const { shortName, get } = await makePrompt()
    const before = await get()
    let saved = ''
    for (const [script, reason] of [
      [`s/options:/optoins:/`, 'tone: no setting “optoins”. Did you mean “options”?'],
      [
        `s/- value: warm/- {value: warm, lable: Warm}/`,
        'tone: an option has no “lable”. Did you mean “label”?',
      ],
      [`s/kind: choice/kind: choise/`, 'tone: no kind “choise”. Did you mean “choice”?'],
      [`s/kind: choice/kind: choosing/`, 'tone: no kind “choosing”. Available: text, long, choice'],
      [`s/kind: choice/kind: [choi/`, 'of the settings at the top is not valid YAML.'],
      [`s/name: tone/name: toen/`, 'The text has no variable “toen”. Did you mean “tone”?'],
      [`s/variables:/varaibles:/`, 'No setting “varaibles”. Did you mean “variables”?'],
      [`s/shortName:/short_name:/`, 'No setting “short_name”. Did you mean “shortName”?'],
      [`s/promptshelf:/promptshelv:/`, 'No setting “promptshelv”. Did you mean “promptshelf”?'],
      [`s/^name:/nmae:/`, 'No setting “nmae”. Did you mean “name”?'],
    ] as const) {
      const edited = await line.run(['edit', shortName], {
        env: editor(`sed -i '${script}' "$1"; echo typed >> "$1"`),
      })
      expect(edited).toMatchObject({ code: 2, err: expect.stringContaining(reason) })
      saved = /Your text is saved in (\S+)/.exec(edited.err)?.[1] ?? ''
      expect(readFileSync(saved, 'utf8')).toContain('typed')
    }
    // The text of the last one.
    const piped = await line.run(['edit', shortName], { input: readFileSync(saved, 'utf8') })
    expect(piped).toMatchObject({ code: 2, err: expect.stringContaining('“nmae”') })
    expect(await get()).toEqual(before)
    const typo = '---\npromptshelf:\n  variables:\n    - name: a\n      defualt: x\n---\n{a}\n'
    const made = await line.run(['new', 'Misspelt'], { input: typo })
    expect(made).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean “default”?') })
    const top = '---\nname: Top\nlayout: post\npromptshelf:\n  rating: 5\n---\ntext\n'
    expect((await line.run(['new'], { input: top })).err).toBe(
      "Ignored, because prompts don't have these: layout, rating.\n",
    )
  })

  it('open the editor again on a terminal', async () => {
    const { shortName, get } = await makePrompt()
    const env = editor(
      `if grep -q optoins "$1"; then sed -i 's/optoins/options/; s/warm/calm/' "$1"; else sed -i 's/options:/optoins:/' "$1"; fi`,
    )
    const terminal = line.terminal(`promptshelf edit ${shortName}`, { env })
    await terminal.sees('Did you mean “options”?')
    await terminal.sees('Enter to open the editor again')
    terminal.type('\r')
    expect(await terminal.end()).toMatchObject({ code: 0 })
    expect((await get()).variables).toMatchObject([{ options: [{ value: 'calm' }] }])
  })

  it('of a later release are kept', async () => {
    const later = { name: 'tone', kind: 'slider', stops: 3 }
    const { shortName, get } = await makePrompt({ variables: [later] })
    const env = editor(`sed -i 's/A note/Another/' "$1"`)
    expect(await line.run(['edit', shortName], { env })).toMatchObject({ code: 0 })
    expect(await get()).toMatchObject({ notes: 'Another', variables: [later] })
  })
})

describe('Piped input', () => {
  it('is refused if its front matter does not end', async () => {
    const { shortName, get } = await makePrompt()
    const before = await get()
    const refused = await line.run(['edit', shortName], { input: '---\nname: x\n' })
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('begin with ---, but the closing --- is missing.'),
    })
    expect(await get()).toEqual(before)
    // A text may begin with a horizontal rule, and then has no front matter.
    const rule = await line.run(['edit', shortName], { input: '---\nA rule {tone}' })
    expect(rule.code).toBe(0)
    const { updatedAt: _, versions: __, ...after } = (await get()) as Record<string, unknown>
    expect(after).toMatchObject({ prompt: '---\nA rule {<b>tone</b>}', shortName, notes: 'A note' })
    expect(after['variables']).toMatchObject([{ name: 'tone', kind: 'choice' }])
  })

  it('is refused if it is not text', async () => {
    const { shortName, get } = await makePrompt()
    const before = await get()
    writeFileSync(join(line.home, 'binary'), Buffer.from([0x41, 0xff, 0xfe, 0xc3, 0x28]))
    writeFileSync(join(line.home, 'nul'), 'a\0b')
    for (const command of [
      `promptshelf ${shortName} < binary`,
      `promptshelf ${shortName} < nul`,
      `promptshelf ${shortName} code=@binary`,
      `promptshelf edit ${shortName} < binary`,
      'promptshelf new < binary',
    ]) {
      expect(await line.bash(command)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('not UTF-8 text'),
      })
    }
    expect(await get()).toEqual(before)
  })
})

describe('A new prompt', () => {
  it('is read from a pipe, or written in an editor', async () => {
    const piped = await line.bash(
      `printf 'Be {tone}\\n\\n' | promptshelf new "From a pipe" --folder work`,
    )
    expect(piped).toMatchObject({ code: 0, err: '' })
    const { prompts } = await line.call(calls.searchPrompts, { search: 'from a pipe' })
    expect(prompts).toMatchObject([{ name: 'From a pipe', folderPath: [{ name: 'Work' }] }])
    expect((await line.run(['From a pipe', 'tone=warm'])).out).toBe('Be warm\n')
    expect((await line.run(['new'], { input: '# Short title\nText' })).out).toContain('Short title')
    const env = editor(`sed -i 's/# shortName: .*/shortName: fresh/' "$1"; echo 'Text {a}' >> "$1"`)
    expect((await line.run(['new', 'Typed'], { env })).out).toBe('fresh\tTyped\n')
    const taken = await line.run(['new', 'Typed'], { env })
    expect(taken).toMatchObject({ code: 1, err: expect.stringContaining('Your text is saved in') })
    expect((await line.run(['new'], { env: editor('true') })).code).toBe(1)
  })

  it('is put into a folder that is created once the prompt is saved', async () => {
    const unsaved = await line.run(['new', 'x', '--folder', 'Nowhere'], { env: editor('true') })
    expect(unsaved.code).toBe(1)
    const made = await line.run(['new', 'Deep', '--folder', 'work/New/Deeper'], { input: 'Text' })
    expect(made).toMatchObject({ code: 0, err: 'Created the folder “work/New/Deeper”.\n' })
    const { prompts } = await line.call(calls.searchPrompts, { search: 'deep' })
    expect(prompts[0]?.folderPath.map(({ name }) => name)).toEqual(['Work', 'New', 'Deeper'])
    const { folders } = await line.call(calls.listFolders, {})
    expect(folders.map(({ name }) => name)).toEqual(['Work'])
  })

  it('requires an editor with a terminal, or a pipe', async () => {
    for (const command of ['promptshelf new', 'promptshelf edit "From a pipe"']) {
      for (const env of [{}, { EDITOR: 'vim -n' }]) {
        // Without a terminal, a terminal editor would wait forever.
        const refused = await line.bash(`setsid -w ${command} < /dev/null`, env)
        expect(refused).toMatchObject({
          code: 2,
          out: '',
          err: expect.stringMatching(/^No terminal for the editor\. .* < FILE\n$/),
        })
      }
    }
  })
})
