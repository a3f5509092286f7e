import { tokenCalls, tokenPrefix } from '#contract/accounts/tokens.ts'
import type { AnswerOf } from '#contract/core/call.ts'
import { describeScopes } from '#contract/core/scopes.ts'
import { exitCodes, LogInError, type Command, type Context } from '#cli/core/define-command.ts'
import { configPath, readConfig, writeConfig } from '#cli/server/config-file.ts'
import { endAccess } from '#cli/server/device-flow.ts'
import { findServer } from '#cli/server/servers.ts'
import { formatRows, toOneLine } from '#cli/terminal/show-text.ts'
import { fillText } from '#cli/core/texts.ts'

type Token = AnswerOf<typeof tokenCalls.describeToken>

/** Describes what a token may do, where and until when. */
export function describeToken(
  { name, scopes, folder, expiresAt }: Token,
  { texts, locale }: Pick<Context, 'texts' | 'locale'>,
): string {
  const { token: words } = texts
  const may = describeScopes(scopes, (word) => words.scopes[word])
  const where =
    folder === null
      ? words.everywhere
      : folder.name === null
        ? words.deletedFolder
        : fillText(words.folder, { folder: folder.name })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const until =
    expiresAt === null
      ? words.noEnd
      : fillText(words.until, { date: day.format(new Date(expiresAt)) })
  return formatRows(
    [
      [words.name, name],
      [words.may, may.join(', ')],
      [words.where, where],
      [words.ends, until],
    ],
    Number.POSITIVE_INFINITY,
  )
}

export const whoAmI: Command = {
  name: 'whoami',
  operands: { least: 0, most: 0 },
  options: {},
  async run(context) {
    const { client, server } = context.connect()
    const token = await client(tokenCalls.describeToken, {})
    const { name, url } = server
    return {
      text: `${toOneLine(name === undefined ? url : `${name} (${url})`)}\n${describeToken(token, context)}`,
      json: { ...(name !== undefined && { name }), url, token },
    }
  },
}

export const logOut: Command = {
  name: 'logout',
  operands: { least: 0, most: 1 },
  takes: ['server'],
  options: {},
  async run({ environment, texts, say }, { operands, text }) {
    const config = readConfig(environment, texts)
    const name = operands[0] ?? text('server') ?? config.current
    if (name === undefined) throw new LogInError(texts.servers.none)
    const { url, token } = findServer(config, name, texts)
    const { [name]: _, ...servers } = config.servers
    const [first] = Object.keys(servers)
    const current = config.current === name ? first : config.current
    writeConfig(environment, { ...config, current, servers })
    // A token may be in use elsewhere; a device login's access is not.
    const isEnded = !token.startsWith(tokenPrefix) && (await endAccess(url, token))
    say(fillText(isEnded ? texts.login.ended : texts.login.out, { name, url }))
    return { text: '', json: { name, current: current ?? null, isEnded } }
  },
}

export const listServers: Command = {
  name: 'servers',
  operands: { least: 0, most: 1 },
  takes: ['server'],
  options: {},
  async run({ environment, texts, say }, { operands: [name] }) {
    const config = readConfig(environment, texts)
    if (name !== undefined) {
      findServer(config, name, texts)
      config.current = name
      writeConfig(environment, config)
    }
    const servers = Object.entries(config.servers).map(([each, { url }]) => ({
      name: each,
      url,
      isCurrent: each === config.current,
    }))
    if (servers.length === 0) say(texts.servers.none)
    const rows = servers.map((each) => [each.isCurrent ? '*' : ' ', each.name, each.url])
    const width = process.stdout.isTTY ? Number.POSITIVE_INFINITY : undefined
    return {
      text: formatRows(rows, width),
      json: { file: configPath(environment), servers },
      ...(servers.length === 0 && { exitCode: exitCodes.loggedOut }),
    }
  },
}
