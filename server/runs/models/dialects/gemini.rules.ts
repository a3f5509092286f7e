import * as z from 'zod/mini'
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

const Part = z.object({ text, thought: lenient(z.boolean()) })

const Chunk = z.object({
  candidates: lenient(
    z.array(
      lenient(
        z.object({
          content: lenient(z.object({ parts: lenient(z.array(lenient(Part))) })),
          finishReason: text,
        }),
      ),
    ),
  ),
  promptFeedback: lenient(z.object({ blockReason: text })),
  usageMetadata: lenient(
    z.object({
      promptTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    }),
  ),
  error: z.nullish(z.object({ code: lenient(z.number()), message: text })),
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

/** The generateContent API of Google. */
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
    const parts = candidate?.content?.parts ?? []
    const stop = chunk.promptFeedback?.blockReason ? 'filter' : toStop(candidate?.finishReason)
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = chunk.usageMetadata ?? {}
    const hasOutput = candidatesTokenCount != null || thoughtsTokenCount != null
    return {
      ...toTextAndThinking(
        parts.map((part) => (part?.thought ? { thinking: part.text } : { text: part?.text })),
      ),
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

/** Removes the prefix of `models/gemini-…`: lists include it, documentation does not. */
function withoutKind(model: string): string {
  return model.replace(/^models\//, '')
}

function toHeaders(key: string): Record<string, string> {
  return key === '' ? {} : { 'x-goog-api-key': key }
}

function toStop(reason: string | null | undefined): Stop | undefined {
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
    case 'LANGUAGE':
    case 'IMAGE_SAFETY':
    case 'IMAGE_PROHIBITED_CONTENT':
    case 'IMAGE_RECITATION':
    case 'MODEL_ARMOR':
      return 'filter'
    case 'STOP':
      return 'end'
    default:
      return 'other'
  }
}
