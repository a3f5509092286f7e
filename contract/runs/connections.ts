import * as z from 'zod/mini'
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
import { limits } from '#contract/limits.ts'

/** How a model's server is spoken to; most speak OpenAI's. */
export const dialects = ['openai', 'anthropic', 'gemini'] as const
export const Dialect = z.enum(dialects, code('invalid_request'))
export type Dialect = z.output<typeof Dialect>

/** A user's own way to models. Its key is never told. */
export const Connection = z.object({
  id: z.string(),
  name: z.string(),
  dialect: z.enum(dialects),
  baseUrl: z.string(),
  /** The last characters of the key; null: none is needed. */
  keyHint: z.nullable(z.string()),
  /** The models to choose from, as their server calls them. */
  models: z.array(z.string()),
})
export type Connection = z.output<typeof Connection>

/** An address to which a dialect adds its paths, without a slash at its end. */
const BaseUrl = z
  .string(code('address_invalid'))
  .check(
    z.trim(),
    z.maxLength(limits.baseUrlLength, { error: code('address_too_long'), abort: true }),
    z.refine(isBaseUrl, { error: code('address_invalid'), abort: true }),
    z.overwrite(toBaseUrl),
  )

/** A secret of the model's server; empty where it wants none. It travels in a header. */
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

/** What can be changed of a connection, but for its key. */
const ReadConnection = z.object({
  name: z.string().check(z.maxLength(limits.nameLength)),
  dialect: Dialect,
  baseUrl: z.string().check(z.maxLength(2 * limits.baseUrlLength)),
  models: z
    .array(z.string().check(z.maxLength(limits.nameLength)))
    .check(z.maxLength(limits.modelsOfConnection)),
})

/** What a server of models calls them. */
const ModelList = z.object({ models: z.array(z.string()) })

export const connectionCalls = {
  listConnections: defineCall({
    method: 'GET',
    path: 'connections/list',
    access: 'library:read',
    effect: 'read',
    summary: "The account's own connections to models.",
    input: NoInput,
    answer: z.object({ connections: z.array(Connection) }),
    errors: [],
  }),
  createConnection: defineCall({
    method: 'POST',
    path: 'connections/create',
    access: 'library:write',
    effect: 'write',
    summary: 'Adds a connection to models, with the key that their server wants.',
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
    access: 'library:write',
    effect: 'write',
    summary:
      'Changes a connection; what is not named stays. With another address or dialect the key is to be given again.',
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
    access: 'library:write',
    effect: 'write',
    summary: 'Deletes a connection with its key.',
    input: z.object({ connectionId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
  testConnection: defineCall({
    method: 'POST',
    path: 'connections/test',
    access: 'library:write',
    effect: 'write',
    summary: 'Asks the server of a connection for its models.',
    input: z.object({ connectionId: Id }),
    answer: ModelList,
    errors: ['not_found', ...testErrors()],
  }),
  testAddress: defineCall({
    method: 'POST',
    path: 'connections/test-address',
    access: 'library:write',
    effect: 'write',
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
    'model_unknown',
    'model_busy',
    'model_failed',
    'model_silent',
    'model_cut',
    'model_unreachable',
  ] as const
}

/** Not by a pattern: one that looks for the last slashes takes quadratic time. */
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
