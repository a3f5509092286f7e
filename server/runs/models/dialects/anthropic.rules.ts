import * as z from 'zod/mini'
import type { ModelErrorCode } from '#contract/runs/models.ts'
import { toErrorCode } from '#server/runs/models/dialects/failures.rules.ts'
import {
  count,
  lenient,
  parseEvent,
  streamHeaders,
  text,
  toTextAndThinking,
  toUsage,
  type DialectRules,
  type Stop,
} from '#server/runs/models/dialects/dialect.rules.ts'

const Event = z.object({
  type: text,
  message: lenient(
    z.object({
      usage: lenient(
        z.object({
          input_tokens: count,
          cache_creation_input_tokens: count,
          cache_read_input_tokens: count,
        }),
      ),
    }),
  ),
  content_block: lenient(z.object({ text, thinking: text })),
  delta: lenient(z.object({ text, thinking: text, stop_reason: text })),
  usage: lenient(z.object({ output_tokens: count })),
  error: lenient(z.object({ type: text, message: text })),
})

const List = z.object({ data: z.array(z.object({ id: z.string() })) })

const statusOfError: Record<string, number> = {
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
  invalid_request_error: 400,
}

/** The Messages API of Anthropic, and of compatible servers. */
export const anthropic: DialectRules = {
  toRequest: ({ model, text, maxOutput, key }) => ({
    method: 'POST',
    path: '/v1/messages',
    headers: { ...streamHeaders, ...toHeaders(key) },
    body: JSON.stringify({
      model,
      max_tokens: maxOutput,
      messages: [{ role: 'user', content: text }],
      stream: true,
    }),
  }),

  readEvent({ data }) {
    const event = parseEvent(Event, data)
    if (event === undefined) return { error: 'model_failed' }
    switch (event.type) {
      case 'message_start': {
        const usage = event.message?.usage
        if (!usage) return {}
        const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage
        return toUsage(
          (input_tokens ?? 0) + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0),
          undefined,
        )
      }
      case 'content_block_start':
        return toTextAndThinking([event.content_block ?? {}])
      case 'content_block_delta':
        return toTextAndThinking([event.delta ?? {}])
      case 'message_delta': {
        const reason = event.delta?.stop_reason
        return {
          ...(reason && { stop: toStop(reason) }),
          ...toUsage(undefined, event.usage?.output_tokens),
        }
      }
      case 'message_stop':
        return { isLast: true }
      case 'error':
        return { error: toEventError(event.error) }
      // Pings, the ends of blocks, and unknown events, which Anthropic asks clients to ignore.
      default:
        return {}
    }
  },

  toListRequest: (key) => ({
    method: 'GET',
    path: '/v1/models?limit=1000',
    headers: toHeaders(key),
  }),

  readList: (body) => List.safeParse(body).data?.data.map(({ id }) => id),
}

function toHeaders(key: string): Record<string, string> {
  return { 'anthropic-version': '2023-06-01', ...(key !== '' && { 'x-api-key': key }) }
}

function toStop(reason: string): Stop {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length'
  if (reason === 'refusal') return 'filter'
  // No tools are offered, but some models call them.
  return reason === 'tool_use' ? 'other' : 'end'
}

function toEventError(error: z.output<typeof Event>['error']): ModelErrorCode {
  return toErrorCode(statusOfError[error?.type ?? ''] ?? 500, error?.message ?? '')
}
