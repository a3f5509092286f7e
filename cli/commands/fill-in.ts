import type { Command, Context } from '#cli/core/define-command.ts'
import { fillingOptions, fillInOperands } from '#cli/prompts/fill-operands.ts'
import { copyText } from '#cli/terminal/copy-text.ts'
import { fillText } from '#cli/core/texts.ts'

export const fillIn: Command = {
  name: 'fill',
  // None: the user picks from a list.
  operands: { least: 0, most: Number.POSITIVE_INFINITY },
  takes: ['prompt', 'value'],
  options: fillingOptions,
  async run(context, { operands, text }) {
    const { texts, say, connect, isForPrograms } = context
    const { client } = connect()
    const filled = await fillInOperands(context, client, operands, text('set'))
    const isCopied = process.stdout.isTTY && !isForPrograms
    const copied = isCopied && operands.length === 0 ? await copy(context) : undefined
    const { id, name, shortName } = filled.prompt
    const missing = filled.missing.map((each) => each.name)
    return {
      // It is copied, and printing a long text would scroll away previous output.
      text: copied !== undefined && copied !== 'nowhere' ? '' : withLineEnd(filled.text),
      json: { id, name, shortName, text: filled.text, missing },
      ...(isCopied &&
        copied === undefined && { afterwards: async () => void (await copy(context)) }),
    }
    async function copy({ environment }: Context) {
      const where = await copyText(filled.text, environment)
      say(fillText(texts.copied[where], { name: filled.prompt.name }))
      return where
    }
  },
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
