import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { homedir, platform } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { CommandError } from '#cli/core/define-command.ts'
import { reasonOf } from '#cli/server/describe-error.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'
import { writeNewFile } from '#cli/core/write-new-file.ts'

const StoredServer = z.looseObject({
  /** Its origin. */
  url: z.string(),
  token: z.string(),
})

const Config = z.looseObject({
  /** The name of the default server. */
  current: z.optional(z.union([z.string(), z.undefined()])),
  servers: z.record(z.string(), StoredServer),
})
export type Config = z.output<typeof Config>

/** The path of the file with servers and their tokens, by the platform's convention. */
export function configPath(environment: NodeJS.ProcessEnv): string {
  return join(configDirectory(environment), 'promptshelf', 'config.json')
}

function configDirectory({ XDG_CONFIG_HOME, APPDATA }: NodeJS.ProcessEnv): string {
  if (XDG_CONFIG_HOME?.startsWith('/')) return XDG_CONFIG_HOME
  if (platform() === 'win32') return APPDATA || join(homedir(), 'AppData', 'Roaming')
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return join(homedir(), '.config')
}

/**
 * Reads the file; no servers if it does not exist.
 *
 * @throws CommandError if others can read it, or if it is damaged
 */
export function readConfig(environment: NodeJS.ProcessEnv, texts: Texts): Config {
  const file = configPath(environment)
  let text
  try {
    text = readFileSync(file, 'utf8')
    // On Windows, other users cannot access a home directory.
    const isOpen = platform() !== 'win32' && (statSync(file).mode & 0o077) !== 0
    if (isOpen) throw new CommandError(fillText(texts.config.open, { file }))
  } catch (error) {
    if (error instanceof CommandError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { servers: {} }
    const reason = reasonOf(error, texts)
    throw new CommandError(fillText(texts.config.unreadable, { file, reason }), { cause: error })
  }
  try {
    return z.parse(Config, JSON.parse(text))
  } catch (error) {
    throw new CommandError(fillText(texts.config.damaged, { file }), { cause: error })
  }
}

/** Replaces the file, or the target of a link, atomically. Only the user can read it. */
export function writeConfig(environment: NodeJS.ProcessEnv, config: Config): void {
  const path = configPath(environment)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = existsSync(path) ? realpathSync(path) : path
  const draft = `${file}.${process.pid}`
  try {
    writeNewFile(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 })
    // In case the umask also removes the user's own permissions.
    chmodSync(draft, 0o600)
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
