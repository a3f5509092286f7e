import type { ModelErrorCode } from '#contract/runs/models.ts'

const tooLong =
  /context[ _](?:length|size|window)|(?:prompt|input|request) is too (?:long|large)|maximum number of tokens|too many tokens|string_above_max_length/i
const filtered = /content_(?:policy|filter|management)|prohibited_content|blocked by|safety system/i
const badKey = /api[ _]key[ _](?:not[ _]valid|invalid)|invalid[ _]api[ _]key/i
const unpaid = /insufficient_quota/i
const badModel =
  /not a valid model|model_not_found|unknown model|model .{1,200} (?:not found|does not exist)/i

/** Characters examined of an error response. */
export const refusalLength = 16_000

/**
 * Classifies a failed request. The start of `text` is only matched against phrases that providers document, and never
 * passed on.
 */
export function toErrorCode(status: number, text: string): ModelErrorCode {
  const body = text.slice(0, refusalLength)
  if (status === 401 || status === 403) return 'key_refused'
  if (status === 402) return 'model_unpaid'
  // Redirects are not followed.
  if ((status >= 300 && status < 400) || status === 405) return 'model_endpoint_missing'
  if (status === 404) return 'model_unknown'
  if (status === 413) return 'run_too_long'
  if (status === 429) return unpaid.test(body) ? 'model_unpaid' : 'model_busy'
  // 529: Anthropic's "overloaded".
  if (status === 503 || status === 529) return 'model_busy'
  if (status === 400 || status === 422) {
    if (tooLong.test(body)) return 'run_too_long'
    if (filtered.test(body)) return 'run_filtered'
    if (badKey.test(body)) return 'key_refused'
    if (unpaid.test(body)) return 'model_unpaid'
    if (badModel.test(body)) return 'model_unknown'
  }
  return 'model_failed'
}

/** Reads `Retry-After` in seconds, at most an hour; undefined if it has none. */
export function readRetryAfter(header: string | undefined): number | undefined {
  const seconds = Math.ceil(Number(header ?? Number.NaN))
  return seconds > 0 ? Math.min(seconds, 3600) : undefined
}
