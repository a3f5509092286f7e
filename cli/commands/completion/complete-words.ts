import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Client } from '#contract/core/client.ts'
import { folderCalls } from '#contract/library/folders.ts'
import { findInput, inputsOf, type Input } from '#contract/variables/inputs.ts'
import { kindOf, type VariableKind } from '#contract/variables/kinds.ts'
import { loadSites } from '#cli/commands/open-prompt.ts'
import type { Command, Context, Option, WordKind } from '#cli/core/define-command.ts'
import { commonOptions } from '#cli/core/parse-arguments.ts'
import { loadModels } from '#cli/prompts/choose-model.ts'
import { nameInArguments } from '#cli/prompts/fill-prompt.ts'
import { findPrompt } from '#cli/prompts/find-prompt.ts'
import { loadNames } from '#cli/prompts/pick-prompt.ts'
import { callIfAllowed, makeClient } from '#cli/server/make-client.ts'
import { readConfig } from '#cli/server/config-file.ts'
import { chooseServer } from '#cli/server/servers.ts'
import { inHome } from '#cli/terminal/read-input.ts'
import { showControls } from '#cli/terminal/show-text.ts'
import type { Texts } from '#cli/core/texts.ts'

/** A completion of the last word, with a short description. */
export type Candidate = { word: string; about: string }

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** How long the shell waits for the server, in milliseconds. */
const patienceMs = 3000

type Completing = {
  /** The words of the command line before the completed one. */
  before: readonly string[]
  current: string
  commands: readonly Command[]
  /** Handles the words if the first one is not a command. */
  unnamed: Command
}

/** Completes the word under the cursor, in a command line without the program's name. */
export async function completeWords(
  { before, current, commands, unnamed }: Completing,
  context: Pick<Context, 'environment' | 'texts'>,
): Promise<Candidate[]> {
  const { environment, texts } = context
  const known = allOptions([...commands, unnamed])
  const patience = AbortSignal.timeout(patienceMs)
  const operands: string[] = []
  let server: string | undefined
  let awaited: Option | undefined
  for (const word of before) {
    if (awaited !== undefined) {
      if (awaited === commonOptions.server) server = word
      awaited = undefined
    } else if (!word.startsWith('-') || word === '-') {
      operands.push(word)
    } else {
      const option = known.get(word)
      if (option?.hasValue) awaited = option
    }
  }
  const [first] = operands
  const named = commands.find(({ name }) => name === first)
  const command = named ?? unnamed
  const words = named ? operands.slice(1) : operands
  return startingWith(current, await candidates())

  async function candidates(): Promise<Candidate[]> {
    if (awaited !== undefined) return ofKind(awaited.takes)
    if (current.startsWith('-')) return optionsOf(first === undefined ? unnamed : command)
    if (first === undefined) {
      const prompts = await ofKind('prompt').catch(() => [])
      const names = new Set<string>(commands.map(({ name }) => name))
      return [
        ...commands.map(({ name }) => ({ word: name, about: texts.commands[name].summary })),
        ...prompts.map(({ word, about }) => {
          const isNamed = names.has(word) || current.startsWith('/')
          return { word: isNamed ? `/${word}` : word, about }
        }),
      ]
    }
    if (first === 'help') return commands.map(({ name }) => ({ word: name, about: '' }))
    const kinds = command.takes ?? []
    if (words.length >= command.operands.most) return []
    return ofKind(kinds[Math.min(words.length, kinds.length - 1)])
  }

  function optionsOf({ options }: Command): Candidate[] {
    const about: Record<string, { help: string } | undefined> = texts.options
    return [...Object.keys(options), ...Object.keys(commonOptions)].map((name) => ({
      word: `--${name}`,
      about: about[name]?.help ?? '',
    }))
  }

  async function ofKind(kind: WordKind | undefined): Promise<Candidate[]> {
    if (kind === 'file') return filesAt(current)
    if (kind === 'shell') return shells.map((word) => ({ word, about: '' }))
    if (kind === 'server') {
      const { servers } = readConfig(environment, texts)
      return Object.entries(servers).map(([word, { url }]) => ({ word, about: url }))
    }
    if (kind === undefined) return []
    const connected = makeClient(chooseServer(environment, texts, server))
    const client: Client = (call, input) => connected(call, input, { signal: patience })
    if (kind === 'prompt') return promptsOf(client)
    if (kind === 'folder') return foldersOf(client)
    if (kind === 'item') {
      const folders = (await foldersOf(client)).map(({ word }) => ({ word: `${word}/`, about: '' }))
      return [...(await promptsOf(client)), ...folders]
    }
    if (kind === 'site') {
      return (await loadSites(client)).map(({ id, name }) => ({ word: id, about: name }))
    }
    if (kind === 'model') {
      return (await loadModels(client)).map(({ word, name }) => ({ word, about: name }))
    }
    const prompt = await findPrompt(client, words[0] ?? '', texts)
    if (kind === 'set') return prompt.valueSets.map(({ name }) => ({ word: name, about: '' }))
    return valuesOf(inputsOf(prompt), words.slice(1), { current, texts })
  }
}

function allOptions(commands: readonly Command[]): Map<string, Option> {
  const entries = [commonOptions, ...commands.map(({ options }) => options)].flatMap((options) =>
    Object.entries<Option>(options),
  )
  return new Map(
    entries.flatMap(([name, option]) => [
      [`--${name}`, option] as const,
      ...(option.short ? [[`-${option.short}`, option] as const] : []),
    ]),
  )
}

/**
 * Completions that begin with the word, in any case. Omits those that no shell can type, or that would control the
 * terminal.
 */
function startingWith(typed: string, found: readonly Candidate[]): Candidate[] {
  const start = typed.toLowerCase()
  return found.filter(({ word }) => {
    const isSafe = !/[\n\t]/.test(word) && showControls(word) === word
    return isSafe && word.toLowerCase().startsWith(start)
  })
}

async function promptsOf(client: Client): Promise<Candidate[]> {
  const names = await loadNames(client)
  return names.flatMap(({ shortName, name }) =>
    shortName ? [{ word: shortName, about: name }] : [],
  )
}

async function foldersOf(client: Client): Promise<Candidate[]> {
  const tree = await callIfAllowed(client, folderCalls.listFolderTree, {})
  if (tree === undefined) {
    const { folders } = await client(folderCalls.listFolders, {})
    return folders.map(({ name }) => ({ word: name, about: '' }))
  }
  const byId = new Map(tree.folders.map((folder) => [folder.id, folder]))
  return tree.folders.map(({ name, parentId }) => {
    let path = name
    for (let id = parentId; id !== null;) {
      const parent = byId.get(id)
      path = parent === undefined ? path : `${parent.name}/${path}`
      id = parent?.parentId ?? null
    }
    return { word: path, about: '' }
  })
}

/** The variables that have no value yet, or the possible values of one. */
function valuesOf(
  inputs: readonly Input[],
  given: readonly string[],
  { current, texts }: { current: string; texts: Texts },
): Candidate[] {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(current) ?? []
  if (name === undefined) {
    const used = new Set(given.map((pair) => findInput(inputs, pair.split('=', 1)[0] ?? '')))
    return inputs
      .filter((input) => !used.has(input))
      .map((input) => ({ word: `${nameInArguments(input)}=`, about: input.setting?.help ?? '' }))
  }
  if (value.startsWith('@')) {
    return filesAt(value.slice(1)).map(({ word }) => ({ word: `${name}=@${word}`, about: '' }))
  }
  const input = findInput(inputs, name)
  const values: Record<VariableKind, string[]> = {
    text: [],
    long: [],
    choice: (input?.setting?.options ?? []).map((option) => option.label ?? option.value),
    number: [],
    date: [texts.values.today],
    switch: [texts.form.on, texts.form.off],
    literal: [],
  }
  const possible = input === undefined ? [] : values[kindOf(input.setting)]
  return possible.map((each) => ({ word: `${name}=${each}`, about: '' }))
}

/** The files in the folder of a partially typed path, as the shell would list them. */
function filesAt(typed: string): Candidate[] {
  const [start = ''] = /^.*\//s.exec(typed) ?? []
  const directory = start === '' ? '.' : dirname(`${inHome(start)}x`)
  const isHidden = typed.slice(start.length).startsWith('.')
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => isHidden || !name.startsWith('.'))
    .map((entry) => ({ word: `${start}${entry.name}${entry.isDirectory() ? '/' : ''}`, about: '' }))
}
