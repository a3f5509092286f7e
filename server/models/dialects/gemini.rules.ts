import * as z from 'zod/mini'
import { toErrorCode } from '#server/models/dialects/failures.rules.ts'
import {
  parseEvent,
  streamHeaders,
  toUsage,
  type DialectRules,
  type EventContent,
} from '#server/models/dialects/dialect.rules.ts'

const count = z.nullish(z.number())

const Chunk = z.object({
  candidates: z.nullish(
    z.array(
      z.object({
        content: z.nullish(
          z.object({
            parts: z.nullish(
              z.array(z.object({ text: z.nullish(z.string()), thought: z.nullish(z.boolean()) })),
            ),
          }),
        ),
        finishReason: z.nullish(z.string()),
      }),
    ),
  ),
  promptFeedback: z.nullish(z.object({ blockReason: z.nullish(z.string()) })),
  usageMetadata: z.nullish(
    z.object({
      promptTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    }),
  ),
  error: z.nullish(z.object({ code: z.nullish(z.number()), message: z.nullish(z.string()) })),
})

const List = z.object({
  models: z.optional(
    z.array(
      z.object({
        name: z.string(),
        supportedGenerationMethods: z.optional(z.array(z.string())),
      }),
    ),
  ),
})

/** generateContent, of Google. */
export const gemini: DialectRules = {
  toRequest: ({ model, text, maxOutput, key }) => ({
    method: 'POST',
    path: `/v1beta/models/${encodeURIComponent(withoutKind(model))}:streamGenerateContent?alt=sse`,
    headers: { ...streamHeaders, ...toHeaders(key) },
    body: JSON.stringify({
      contents: [{ role: 'user', parts: [{ text }] }],
      generationConfig: { maxOutputTokens: maxOutput },
    }),
  }),

  readEvent({ data }) {
    const chunk = parseEvent(Chunk, data)
    if (chunk === undefined) return { error: 'model_failed' }
    if (chunk.error) {
      return { error: toErrorCode(chunk.error.code ?? 500, chunk.error.message ?? '') }
    }
    const candidate = chunk.candidates?.[0]
    const text = (candidate?.content?.parts ?? [])
      .map((part) => (part.thought ? '' : (part.text ?? '')))
      .join('')
    const stop = chunk.promptFeedback?.blockReason ? 'filter' : toStop(candidate?.finishReason)
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = chunk.usageMetadata ?? {}
    const hasOutput = candidatesTokenCount != null || thoughtsTokenCount != null
    return {
      ...(text !== '' && { text }),
      ...(stop && { stop }),
      ...toUsage(
        promptTokenCount,
        hasOutput ? (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0) : undefined,
      ),
    }
  },

  toListRequest: (key) => ({
    method: 'GET',
    path: '/v1beta/models?pageSize=1000',
    headers: toHeaders(key),
  }),

  readList: (body) =>
    List.safeParse(body)
      .data?.models?.filter(
        ({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true,
      )
      .map(({ name }) => withoutKind(name)),
}

/** A list names a model `models/gemini-…`, the documentation without it. */
function withoutKind(model: string): string {
  return model.replace(/^models\//, '')
}

function toHeaders(key: string): Record<string, string> {
  return key === '' ? {} : { 'x-goog-api-key': key }
}

function toStop(reason: string | null | undefined): EventContent['stop'] {
  switch (reason) {
    case null:
    case undefined:
    case 'FINISH_REASON_UNSPECIFIED':
      return undefined
    case 'MAX_TOKENS':
      return 'length'
    case 'SAFETY':
    case 'RECITATION':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
      return 'filter'
    default:
      return 'end'
  }
}
