import { tokenCalls, tokenPrefix } from '#contract/accounts/tokens.ts'
import { screens } from '#contract/screens.ts'
import { CommandError, UsageError, type Command, type Context } from '#cli/define-command.ts'
import { describeToken } from '#cli/commands/list-servers.ts'
import { readConfig, writeConfig } from '#cli/server/config-file.ts'
import { makeClient } from '#cli/server/make-client.ts'
import { toOrigin } from '#cli/server/servers.ts'
import { askSecret } from '#cli/terminal/ask-secret.ts'
import { readInput } from '#cli/terminal/read-input.ts'
import { fillText } from '#cli/texts.ts'

const isToken = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{49}$`)

export const logIn: Command = {
  name: 'login',
  operands: { least: 1, most: 1 },
  options: { name: { hasValue: true }, insecure: {} },
  async run(context, input) {
    const { environment, texts } = context
    const url = toOrigin(input.operands[0] ?? '', texts, input.has('insecure'))
    const name = input.text('name') ?? new URL(url).host
    if (!/^[\w.:-]{1,100}$/.test(name)) throw new UsageError(texts.login.nameInvalid)
    // Checked before the prompt for the token, so that a refused address wastes no typing.
    readConfig(environment, texts)
    const token = (await readToken(context, url)).trim()
    if (!isToken.test(token)) throw new CommandError(texts.login.noToken)
    const described = await makeClient({ url, token })(tokenCalls.describeToken, {})
    const config = readConfig(environment, texts)
    config.servers = { ...config.servers, [name]: { ...config.servers[name], url, token } }
    writeConfig(environment, { ...config, current: name })
    return {
      text: `${fillText(texts.login.done, { url })}\n${describeToken(described, context)}`,
      json: { name, url, token: described },
    }
  },
}

/** From the standard input; on a terminal without showing it. It is never an argument, which other users could read. */
async function readToken(context: Context, url: string): Promise<string> {
  const { texts } = context
  if (!process.stdin.isTTY) return (await readInput(context)).split('\n', 1)[0] ?? ''
  const question = fillText(texts.login.question, { address: `${url}${screens.profile}` })
  const token = await askSecret(question)
  if (token === undefined) throw new CommandError(texts.failed.stopped)
  return token
}
