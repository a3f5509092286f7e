import type { Client } from '#contract/core/client.ts'
import { openInCalls, toAddress, type OpenInTarget } from '#contract/library/open-in/open-in.ts'
import { screens } from '#contract/screens.ts'
import { UsageError, type Command, type Report } from '#cli/core/define-command.ts'
import { fillingOptions, fillInOperands } from '#cli/prompts/fill-operands.ts'
import { findPrompt } from '#cli/prompts/find-prompt.ts'
import { copyText } from '#cli/terminal/copy-text.ts'
import { openAddress } from '#cli/terminal/open-address.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

export const openPrompt: Command = {
  name: 'open',
  operands: { least: 1, most: Number.POSITIVE_INFINITY },
  takes: ['prompt', 'value'],
  options: { ...fillingOptions, in: { hasValue: true, takes: 'site' } },
  async run(context, { operands, text }) {
    const { client, server } = context.connect()
    const { texts, environment, say } = context
    const site = text('in')
    if (site !== undefined) return openIn(await findSite(client, site, texts))
    const [named = '', ...values] = operands
    if (values.length > 0 || text('set') !== undefined) throw new UsageError(texts.open.noSite)
    const { id, name, shortName } = await findPrompt(client, named, texts)
    const address = `${server.url}${screens.openPrompt}?id=${id}`
    const isOpened = await openAddress(address, environment)
    if (isOpened) say(fillText(texts.open.opened, { name }))
    return report({ id, name, shortName, address, isOpened })

    async function openIn(target: OpenInTarget) {
      const filled = await fillInOperands(context, client, operands, text('set'))
      const { id, name, shortName } = filled.prompt
      const address = toAddress(target, filled.text)
      const hasText = address !== target.address
      // As in the browser: the text is also on the clipboard if the site does not accept it.
      const copied = context.isForPrograms ? undefined : await copyText(filled.text, environment)
      const isOpened = await openAddress(address, environment)
      const names = { name, site: target.name }
      if (isOpened) say(fillText(hasText ? texts.open.openedIn : texts.open.openedEmpty, names))
      if (copied !== undefined) say(fillText(texts.copied[copied], names))
      const json = { id, name, shortName, site: target.id, address, hasText, isOpened }
      const isLost = !hasText && copied === 'nowhere'
      return report({ ...json, text: filled.text }, isLost ? `${filled.text}\n` : '')
    }
  },
}

type Opened = { address: string; isOpened: boolean; [field: string]: unknown }

/** The address is printed if no browser could be opened with it. */
function report(json: Opened, rest = ''): Report {
  return { text: `${json.isOpened ? '' : `${json.address}\n`}${rest}`, json }
}

/** The sites that a prompt can be opened in, most used first. */
export async function loadSites(client: Client): Promise<OpenInTarget[]> {
  return (await client(openInCalls.listOpenInTargets, {})).targets
}

async function findSite(client: Client, named: string, texts: Texts): Promise<OpenInTarget> {
  const sites = await loadSites(client)
  const wanted = named.toLowerCase()
  const site = sites.find(({ id, name }) => [id, name.toLowerCase()].includes(wanted))
  if (site !== undefined) return site
  const names = sites.map(({ id }) => id).join(', ')
  throw new UsageError(fillText(texts.open.unknownSite, { name: named, names }))
}
