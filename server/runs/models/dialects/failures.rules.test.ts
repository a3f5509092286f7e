import { expect, test } from 'vitest'
import { readRetryAfter, toErrorCode } from '#server/runs/models/dialects/failures.rules.ts'

test.each([
  [401, 'Incorrect API key provided', 'key_refused'],
  [402, 'Insufficient credits', 'model_unpaid'],
  [403, 'The caller does not have permission', 'key_refused'],
  [404, 'The model `gpt-9` does not exist', 'model_unknown'],
  [413, 'Request exceeds the maximum size', 'run_too_long'],
  [429, '{"error":{"code":"rate_limit_exceeded"}}', 'model_busy'],
  [429, '{"error":{"code":"insufficient_quota"}}', 'model_unpaid'],
  [503, 'The model is overloaded', 'model_busy'],
  [529, '{"type":"overloaded_error"}', 'model_busy'],
  [500, 'context_length_exceeded', 'model_failed'],
  [502, '<html>Bad gateway</html>', 'model_failed'],
  [301, '', 'model_endpoint_missing'],
  [405, '', 'model_endpoint_missing'],
  [204, '', 'model_failed'],
  [400, '{"error":{"code":"context_length_exceeded"}}', 'run_too_long'],
  [400, "This model's maximum context length is 4096 tokens.", 'run_too_long'],
  [400, 'prompt is too long: 208310 tokens > 200000 maximum', 'run_too_long'],
  [400, 'exceeds the maximum number of tokens allowed (1048576)', 'run_too_long'],
  [400, 'the request exceeds the available context size', 'run_too_long'],
  [422, 'input is too long', 'run_too_long'],
  [400, '{"error":{"code":"content_policy_violation"}}', 'run_filtered'],
  [400, '{"error":{"code":"content_filter"}}', 'run_filtered'],
  [400, 'API key not valid. Please pass a valid API key.', 'key_refused'],
  [400, 'openai/gpt-9 is not a valid model ID', 'model_unknown'],
  [400, "Unsupported parameter: 'x'", 'model_failed'],
] as const)('A refusal by %i %s is %s', (status, body, code) => {
  expect(toErrorCode(status, body)).toBe(code)
})

test.each([
  ['7', 7],
  ['0.4', 1],
  ['86400', 3600],
  ['0', undefined],
  ['-1', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(readRetryAfter(header)).toBe(seconds)
})

test('Only the beginning of an error response is examined', () => {
  expect(toErrorCode(400, `${'x'.repeat(15_900)} prompt is too long`)).toBe('run_too_long')
  expect(toErrorCode(400, `${'x'.repeat(16_000)} prompt is too long`)).toBe('model_failed')
})
