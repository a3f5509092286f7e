import { parseServerAddress } from '#contract/core/server-address.ts'
import { CommandError, LogInError, UsageError, type Server } from '#cli/core/define-command.ts'
import { readConfig, type Config } from '#cli/server/config-file.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/**
 * Finds the chosen server: from `--server`, else from the environment, else the one of the last login.
 *
 * @throws LogInError if there is none
 * @throws UsageError for an unknown name or address
 */
export function chooseServer(
  environment: NodeJS.ProcessEnv,
  texts: Texts,
  named: string | undefined,
): Server {
  const { PROMPTSHELF_URL, PROMPTSHELF_TOKEN, PROMPTSHELF_SERVER, PROMPTSHELF_INSECURE } =
    environment
  if (PROMPTSHELF_URL && PROMPTSHELF_TOKEN && named === undefined) {
    const url = toOrigin(PROMPTSHELF_URL, texts, PROMPTSHELF_INSECURE === '1')
    return { url, token: PROMPTSHELF_TOKEN }
  }
  const config = readConfig(environment, texts)
  const name = named ?? (PROMPTSHELF_SERVER || config.current)
  if (name === undefined) throw new LogInError(texts.servers.none)
  const { url, token } = findServer(config, name, texts)
  return { name, url, token: PROMPTSHELF_TOKEN || token }
}

/** @throws UsageError listing the known servers */
export function findServer(config: Config, name: string, texts: Texts): Config['servers'][string] {
  const server = Object.hasOwn(config.servers, name) ? config.servers[name] : undefined
  if (server !== undefined) return server
  const names = Object.keys(config.servers).join(', ')
  if (names === '') throw new LogInError(texts.servers.none)
  throw new UsageError(fillText(texts.servers.unknown, { name, names }))
}

/**
 * Parses the address of a server, with or without `https://`. Returns its origin.
 *
 * @throws UsageError if it is not an address
 * @throws CommandError if the token would be sent without encryption, unless the user allows that
 */
export function toOrigin(typed: string, texts: Texts, isInsecureAllowed: boolean): string {
  const parsed = parseServerAddress(typed)
  if (!parsed) throw new UsageError(fillText(texts.servers.noAddress, { address: typed }))
  const { origin, isInsecure } = parsed
  if (isInsecure && !isInsecureAllowed) {
    throw new CommandError(fillText(texts.servers.insecure, { url: origin }))
  }
  return origin
}
