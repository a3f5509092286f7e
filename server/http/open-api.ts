import type { FastifyInstance } from 'fastify'
import { toJSONSchema, type JSONSchema } from 'zod/v4/core'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#contract/schemas.ts'

/** Serves the OpenAPI document of all calls, made from the contract when it is first asked for. */
export function serveOpenApi(api: FastifyInstance, _config: Config): void {
  let document: object | undefined
  api.get('/openapi.json', () => (document ??= describeCalls()))
}

function describeCalls(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of Object.values<Call>(calls)) {
    const path = `/api/${call.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(call) }
  }
  const info = { title: 'Promptshelf', version: '1', description: 'A personal prompt library.' }
  return { openapi: '3.1.0', info, paths }
}

function describeCall(call: Call): object {
  const isGet = call.method === 'GET'
  return {
    summary: call.summary,
    parameters: [
      ...(call.params ? toParameters(call.params, 'path') : []),
      ...(isGet ? toParameters(call.input, 'query') : []),
    ],
    ...(!isGet && { requestBody: { required: true, content: json(call.input, 'input') } }),
    responses: {
      200: { description: 'Done.', content: json(call.answer, 'output') },
      default: { description: 'Not done, and why.', content: json(Failure, 'output') },
    },
  }
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

function json(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  return { 'application/json': { schema: toSchema(schema, io) } }
}

/** What JSON Schema cannot say, such as a check by a function, is left out. */
function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JSONSchema.BaseSchema {
  const { $schema: _dialect, ...described } = toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
