import { tokenCalls, tokenPrefix } from '#contract/accounts/tokens.ts'
import { screens } from '#contract/screens.ts'
import { CommandError, UsageError, type Command, type Context } from '#cli/core/define-command.ts'
import { describeToken } from '#cli/commands/list-servers.ts'
import { readConfig, writeConfig } from '#cli/server/config-file.ts'
import { askForAccess, StrangeServerError, waitForAccess } from '#cli/server/device-flow.ts'
import { CallError, makeClient } from '#cli/server/make-client.ts'
import { toOrigin } from '#cli/server/servers.ts'
import { askSecret } from '#cli/terminal/ask-secret.ts'
import { openAddress } from '#cli/terminal/open-address.ts'
import { isPipedIn, readInput } from '#cli/terminal/read-input.ts'
import { StoppedError } from '#cli/terminal/screen.ts'
import { fillText } from '#cli/core/texts.ts'

const isToken = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{49}$`)

export const logIn: Command = {
  name: 'login',
  operands: { least: 1, most: 1 },
  options: { 'with-token': {}, name: { hasValue: true }, insecure: {} },
  async run(context, input) {
    const { environment, texts } = context
    const url = toOrigin(input.operands[0] ?? '', texts, input.has('insecure'))
    const name = input.text('name') ?? new URL(url).host
    if (!/^[\w.:-]{1,100}$/.test(name)) throw new UsageError(texts.login.nameInvalid)
    // Checked before the user has to do anything, so that an invalid address wastes no time.
    readConfig(environment, texts)
    const isByToken = input.has('with-token') || isPipedIn()
    const token = isByToken ? await readToken(context, url) : await waitForUser(context, url)
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

/** Lets the user approve access in a browser, on this computer or another one. Returns the access token. */
async function waitForUser({ environment, texts, say }: Context, url: string): Promise<string> {
  const asked = await askForAccess(url).catch((error: unknown) => {
    // Older servers refuse it.
    if (!(error instanceof CallError) || error instanceof StrangeServerError) throw error
    throw new CommandError(fillText(texts.login.noDevice, { url }), { cause: error })
  })
  const { user_code: code, verification_uri: address } = asked
  const opened = asked.verification_uri_complete ?? address
  say(fillText(texts.login.allow, { address, code }))
  if (process.stderr.isTTY) await openAddress(opened, environment)
  return waitForAccess(url, asked, texts)
}

/** From stdin; on a terminal, without echo. Never an argument, since other users could read it. */
async function readToken(context: Context, url: string): Promise<string> {
  const { texts } = context
  const typed = process.stdin.isTTY
    ? await askSecret(fillText(texts.login.question, { address: `${url}${screens.profile}` }))
    : (await readInput(context)).split('\n', 1)[0]
  if (typed === undefined) throw new StoppedError()
  const token = typed.trim()
  if (!isToken.test(token)) throw new CommandError(texts.login.noToken)
  return token
}
