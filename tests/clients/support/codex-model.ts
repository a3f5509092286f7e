import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Item = { type: string; output?: unknown }

/** The fake model for Codex, whose tools are in namespaces: it calls `use_prompt` once, and answers with its result. */
export async function startCodexModel(input: object) {
  const server = createServer((request, response) => void answer(request, response, input))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, input: object) {
  const body = (await json(request)) as { input?: Item[] }
  const result = body.input?.find(({ type }) => type === 'function_call_output')
  const item = result
    ? {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: `Got: ${JSON.stringify(result.output)}` }],
      }
    : {
        type: 'function_call',
        call_id: 'call',
        namespace: 'mcp__promptshelf',
        name: 'use_prompt',
        arguments: JSON.stringify(input),
      }
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
  response.setHeader('content-type', 'text/event-stream')
  for (const event of [
    { type: 'response.created', response: { id: 'answer' } },
    { type: 'response.output_item.done', item },
    { type: 'response.completed', response: { id: 'answer', usage } },
  ])
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end()
}
