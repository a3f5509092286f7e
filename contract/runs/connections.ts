import * as z from 'zod/mini'
import { openEnum } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import {
  Attempt,
  code,
  Created,
  Id,
  Name,
  NoInput,
  storable,
  Success,
} from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'

/** The API protocols of model servers. Most servers speak OpenAI's. */
export const dialects = ['openai', 'anthropic', 'gemini'] as const
export const Dialect = z.enum(dialects, code('invalid_request'))
export type Dialect = z.output<typeof Dialect>

/** A user's own model provider. The key is write-only. */
export const Connection = z.object({
  id: z.string(),
  name: z.string(),
  dialect: openEnum(dialects),
  baseUrl: z.string(),
  /** The last characters of the key; null: the server needs none. */
  keyHint: z.nullable(z.string()),
  /** The models to choose from, by their names on that server. */
  models: z.array(z.string()),
})
export type Connection = z.output<typeof Connection>

/** An address that a dialect appends its paths to, without a trailing slash. */
const BaseUrl = z
  .string(code('address_invalid'))
  .check(
    z.trim(),
    z.maxLength(limits.baseUrlLength, { error: code('address_too_long'), abort: true }),
    z.refine(isBaseUrl, { error: code('address_invalid'), abort: true }),
    z.overwrite(toBaseUrl),
  )

/** An API key of the model's server, sent in a header; empty if the server needs none. */
const Key = z
  .string(code('invalid_request'))
  .check(
    z.trim(),
    z.maxLength(limits.modelKeyLength, { error: code('key_too_long'), abort: true }),
    z.regex(/^[\x21-\x7e]*$/, code('invalid_characters')),
  )

const ModelNames = z
  .array(
    z
      .string()
      .check(
        storable,
        z.trim(),
        z.minLength(1),
        z.maxLength(limits.nameLength, code('name_too_long')),
      ),
    code('invalid_request'),
  )
  .check(
    z.maxLength(limits.modelsOfConnection, code('too_many_models')),
    z.overwrite((names) => [...new Set(names)]),
  )

/** The editable fields of a connection, as they were read. The key cannot be read. */
const ReadConnection = z.object({
  name: z.string().check(z.maxLength(limits.nameLength)),
  dialect: Dialect,
  baseUrl: z.string().check(z.maxLength(2 * limits.baseUrlLength)),
  models: z
    .array(z.string().check(z.maxLength(limits.nameLength)))
    .check(z.maxLength(limits.modelsOfConnection)),
})

/** The models of a server, by their names there. */
const ModelList = z.object({ models: z.array(z.string()) })

export const connectionCalls = {
  listConnections: defineCall({
    method: 'GET',
    path: 'connections/list',
    access: 'models',
    summary: "The account's own connections to models.",
    input: NoInput,
    answer: z.object({ connections: z.array(Connection) }),
  }),
  createConnection: defineCall({
    method: 'POST',
    path: 'connections/create',
    access: 'models',
    bodyBytes: limits.requestBytes,
    summary: 'Adds a connection to a server of models, with its API key.',
    input: z.object({
      attempt: Attempt,
      name: Name,
      dialect: Dialect,
      baseUrl: BaseUrl,
      key: Key,
      models: ModelNames,
    }),
    answer: Created,
    errors: ['connections_off', 'connection_limit_reached', 'address_refused'],
  }),
  updateConnection: defineCall({
    method: 'POST',
    path: 'connections/update',
    access: 'models',
    bodyBytes: limits.requestBytes,
    summary:
      'Changes a connection; missing fields are unchanged. A new address or dialect requires the key again.',
    input: z.object({
      connectionId: Id,
      name: z.optional(Name),
      dialect: z.optional(Dialect),
      baseUrl: z.optional(BaseUrl),
      key: z.optional(Key),
      models: z.optional(ModelNames),
      /** The connection as it was read; fails with `changed_elsewhere` if it has changed since. */
      former: z.optional(ReadConnection),
    }),
    answer: Success,
    errors: ['not_found', 'connections_off', 'key_needed', 'address_refused', 'changed_elsewhere'],
  }),
  deleteConnection: defineCall({
    method: 'POST',
    path: 'connections/delete',
    access: 'models',
    summary: 'Deletes a connection with its key.',
    input: z.object({ connectionId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
  testConnection: defineCall({
    method: 'POST',
    path: 'connections/test',
    access: 'models',
    summary: 'Asks the server of a connection for its models.',
    input: z.object({ connectionId: Id }),
    answer: ModelList,
    errors: ['not_found', ...testErrors()],
  }),
  testAddress: defineCall({
    method: 'POST',
    path: 'connections/test-address',
    access: 'models',
    summary: 'Asks a server for its models before a connection to it is added.',
    input: z.object({ dialect: Dialect, baseUrl: BaseUrl, key: Key }),
    answer: ModelList,
    errors: testErrors(),
  }),
}

function testErrors() {
  return [
    'connections_off',
    'too_many_attempts',
    'address_refused',
    'key_needed',
    'key_refused',
    'model_unpaid',
    'model_unknown',
    'model_endpoint_missing',
    'model_busy',
    'model_failed',
    'model_silent',
    'model_cut',
    'model_unreachable',
  ] as const
}

/** Normalises an address, without trailing slashes. A regular expression for these would take quadratic time. */
export function toBaseUrl(address: string): string {
  let { href } = new URL(address)
  while (href.endsWith('/')) href = href.slice(0, -1)
  return href
}

function isBaseUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && [username, password, search, hash].join('') === ''
}
