import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Collects the calls that are registered afterwards, for `GET /api/openapi.json`. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Promptshelf', version: '1', description: 'A personal prompt library.' },
    },
    transform: jsonSchemaTransform,
  })
}

/** Serves the OpenAPI document of all calls that this server answers. */
export function serveOpenApi(api: FastifyInstance): void {
  api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger())
}
