import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { registry, toJSONSchema, type JSONSchema } from 'zod/v4/core'
import { isForTokens, scopes, type Call } from '#contract/core/call.ts'
import { leastScope, scopeTraits, tokenScopes } from '#contract/core/scopes.ts'
import { tokenPrefix } from '#contract/accounts/tokens.ts'
import { calls } from '#contract/calls.ts'
import { errorStatus, type ErrorCode } from '#contract/core/errors.ts'
import { Failure } from '#contract/core/schemas.ts'
import { schemaNames } from '#server/http/schema-names.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Config } from '#server/config/config.ts'
import { cookieName } from '#server/http/cookies.ts'

const noNames: typeof schemaNames = registry()

/** Serves the OpenAPI document, generated from the contract at the first request. */
export function serveOpenApi(api: FastifyInstance, config: Config): void {
  let document: object | undefined
  api.get('/openapi.json', () => (document ??= describeApi(config)))
}

/** The errors that a call may return. Invalid input has more codes, one per rule of the schemas. */
export function errorCodesOf(call: Call): ErrorCode[] {
  const codes: ErrorCode[] = [
    'invalid_request',
    'invalid_characters',
    ...(call.access === 'public'
      ? []
      : (['not_logged_in', 'token_invalid', 'insufficient_scope'] as const)),
    ...(isForTokens(call) ? (['outside_folder'] as const) : []),
    ...(call.access === 'public' && !call.identifies ? [] : (['too_many_requests'] as const)),
    ...(call.effect === 'write' ? (['cross_site'] as const) : []),
    ...(call.needsProof ? (['proof_needed'] as const) : []),
    ...(call.method === 'POST' ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    // With invalid tokens.
    ...(call.throttle || call.access !== 'public' ? (['too_many_attempts'] as const) : []),
    ...(call.errors ?? []),
    'unknown',
    'unavailable',
  ]
  return [...new Set(codes)]
}

function describeApi(config: Config): object {
  const schemas: Named = { Failure: toSchema(Failure, 'output') }
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const path = `/api/${call.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(name, call, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Promptshelf',
      version: '1',
      summary: 'A personal prompt library.',
      description:
        'In the text of a prompt, `{name}` is a variable. Answers have its name in bold markup, `{<b>name</b>}`, as the editor stores it; both forms mean the same, and both are accepted. Text in braces that looks like code is a variable only with the markup.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to the document: the server that sent it.
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName(config, 'session'),
          description: `Set by logging in. Has every scope: ${scopes.join(', ')}.`,
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${tokenPrefix}…`,
          description: `A token created in the profile. Has \`${leastScope}\`, and others if they were granted. ${scopeList}`,
        },
        // Apps are only for `/mcp`.
      } satisfies Record<Exclude<Actor['via'], 'app' | 'operator'>, object>,
    },
  }
}

const scopeList = tokenScopes
  .map((scope) => `\`${scope}\`: ${scopeTraits[scope].summary}.`)
  .join(' ')

type TagOf<Access> = Access extends `${infer Part}:${string}` ? Part : Access

const tags: Record<TagOf<Call['access']>, string> = {
  public: 'Calls without a session.',
  session: 'Sign-ins, and what protects them.',
  account: 'The profile and the plan.',
  library: 'Folders and prompts.',
  runs: 'Running prompts.',
  models: 'Own connections to models.',
}

function describeCall(name: string, call: Call, schemas: Named): object {
  const isGet = call.method === 'GET'
  const [tag = ''] = call.access.split(':', 1)
  return {
    operationId: name,
    summary: call.summary,
    description: describeAccess(call),
    tags: [tag],
    security: securityOf(call),
    parameters: [
      ...(call.params ? toParameters(call.params, 'path') : []),
      ...(isGet ? toParameters(call.input, 'query') : []),
    ],
    ...(!isGet && {
      requestBody: { required: true, content: json(toSchema(call.input, 'input')) },
    }),
    responses: {
      200: {
        description: 'Success.',
        content: {
          [call.answerAs === 'stream' ? 'application/x-ndjson' : 'application/json']: {
            schema: toAnswer(call.answer, schemas),
          },
        },
      },
      ...describeErrors(call),
    },
  }
}

/** Who may make a call, and within which folder. */
function describeAccess(call: Call): string {
  const { access, identifies, needsProof, within, effect } = call
  const who = isForTokens(call)
    ? `For a session, or a token with \`${access}\`.`
    : access !== 'public'
      ? 'For a session only.'
      : identifies
        ? 'For anyone. With a session, the answer is about its account.'
        : 'For anyone, without authentication.'
  return [
    effect === 'read' ? 'Reads.' : 'Changes something.',
    who,
    isForTokens(call) &&
      (within === undefined
        ? 'Refused to a token of one folder.'
        : within !== 'anywhere' && 'A token of one folder stays in its folder.'),
    needsProof === true && 'Needs a login or a re-authentication within the last fifteen minutes.',
    needsProof === 'with a factor' &&
      'Needs a login or a re-authentication within the last fifteen minutes if the account has a second factor.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** `{}` makes authentication optional. */
function securityOf({ access, identifies }: Call): object[] {
  if (isForTokens({ access })) return [{ session: [access] }, { token: [access] }]
  if (access !== 'public') return [{ session: [access] }]
  return identifies ? [{}, { session: [] }] : []
}

function describeErrors(call: Call): Record<string, object> {
  const byStatus = Map.groupBy(errorCodesOf(call), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const isInputError = status === 400
      const names = codes.map((code) => `\`${code}\``).join(', ')
      return [
        status,
        {
          description: isInputError ? `${names}, or the code of invalid input.` : `${names}.`,
          content: json({
            $ref: '#/components/schemas/Failure',
            ...(!isInputError && { properties: { code: { enum: codes } } }),
          }),
        },
      ]
    }),
  )
}

function toParameters(schema: z.ZodMiniType, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = toSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

const place = '#/components/schemas/'

/** The named schemas of answers, in the order of their first use. */
type Named = Record<string, JSONSchema.BaseSchema>

/** Describes an answer. Named schemas are moved to `schemas`, and replaced by references. */
function toAnswer(schema: z.ZodMiniType, schemas: Named): JSONSchema.BaseSchema {
  const { $defs = {}, ...described } = toSchema(schema, 'output', schemaNames)
  for (const [name, named] of Object.entries($defs)) {
    const { id: _, ...whole } = toComponents(named) as Record<string, unknown>
    schemas[name] = whole
  }
  return toComponents(described)
}

/** A schema whose references point to the components of the document. */
function toComponents(schema: object): JSONSchema.BaseSchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${place}`)
  return JSON.parse(text) as JSONSchema.BaseSchema
}

/** Omits what JSON Schema cannot express, such as a check by a function. */
function toSchema(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  metadata = noNames,
): JSONSchema.BaseSchema {
  const { $schema: _dialect, ...described } = toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
  })
  return described
}
