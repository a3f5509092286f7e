import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'

/** The registry's rules as of its schema 2025-12-11, for a server without packages. Unknown fields are rejected. */
const Input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
})
const Variables = z.record(z.string().regex(/^[a-z_]\w*$/i), Input)
const Entry = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  name: z
    .string()
    .max(200)
    .regex(/^[a-z\d][a-z\d.-]*[a-z\d]\/[a-z\d][\w.-]*[a-z\d]$/i),
  title: z.string().trim().min(1).max(100),
  description: z.string().min(1).max(100),
  // One version, not a range.
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string().regex(/^https:\/\/\S+$/),
      variables: Variables,
      headers: z
        .array(Input.extend({ name: z.string(), value: z.string(), variables: Variables }))
        .optional(),
    }),
  ),
})

const About = z.object({ name: z.string(), version: z.string() })

test('The entry for the registry of MCP servers fits its schema, and has this version', () => {
  const { name, version, remotes } = Entry.parse(read('server.json'))
  expect({ name: name.split('/')[1], version }).toEqual(About.parse(read('package.json')))
  expect(remotes.map(({ url }) => url)).toEqual(['https://{host}/mcp', 'https://{host}/mcp/token'])
  for (const { url, variables, headers = [] } of remotes) {
    expect(namesIn(url)).toEqual(Object.keys(variables))
    for (const { value, variables: inHeader } of headers)
      expect(namesIn(value)).toEqual(Object.keys(inHeader))
  }
})

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'))
}

function namesIn(template: string): (string | undefined)[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
}
