import { LLMock } from '@copilotkit/aimock'

type Request = NonNullable<ReturnType<LLMock['getRequests']>[number]['body']>

/**
 * A fake model with the protocols of OpenAI, Anthropic and Google. It calls a tool whose name ends in `use_prompt`
 * once, and answers with its result.
 *
 * @param input the tool's input
 */
export async function startStandInModel(input: object) {
  const model = new LLMock({ port: 0 })
  model.on({ predicate: hasToolResult }, (request) => ({ content: `Got: ${lastText(request)}` }))
  model.on({}, (request) => {
    const tool = request.tools?.find(({ function: { name } }) => name.endsWith('use_prompt'))
    if (!tool) return { content: `No tool. ${lastText(request)}` }
    return { toolCalls: [{ name: tool.function.name, arguments: JSON.stringify(input) }] }
  })
  await model.start()
  return {
    url: model.url,
    /** Messages that the client has sent since the last request. */
    takeRequests: (): Request[] => {
      const bodies = model.getRequests().flatMap(({ body }) => (body ? [body] : []))
      model.clearRequests()
      return bodies
    },
    stop: () => model.stop(),
  }
}

type Messages = { messages: { role: string; content?: unknown }[] }

function hasToolResult({ messages }: Messages): boolean {
  return messages.at(-1)?.role === 'tool'
}

function lastText({ messages }: Messages): string {
  const content = messages.at(-1)?.content
  return typeof content === 'string' ? content : JSON.stringify(content)
}
