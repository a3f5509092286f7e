import * as z from 'zod/mini'
import { scopeTraits, type AssistantScope } from '#contract/core/scopes.ts'

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.describe(description))

const text = (description: string) => described(z.string(), description)

const id = text('The id of the prompt, from search or list_prompts.')
const named = text('The short name of the prompt, such as review, or its id.')

const Found = z.object({ id: z.string(), title: z.string(), url: z.string() })
const Saved = z.object({
  id: z.string(),
  title: z.string(),
  updatedAt: text('Pass it to update_prompt for the next change.'),
  url: z.string(),
})

type Tool = {
  title: string
  description: string
  scope: AssistantScope
  /** Whether a second call with the same arguments changes nothing more. */
  idempotent: boolean
  /** Whether it may lose the user's work. Nothing is lost that is kept in a version or in the trash. */
  destructive: boolean
  input: z.ZodMiniObject
  /** Missing: the result is only text. */
  output?: z.ZodMiniObject
}

/** The tools, as assistants see them. */
export const tools = {
  search: {
    title: 'Search prompts',
    description: "Searches the user's prompts by words. Then read one with fetch.",
    scope: 'library:read',
    idempotent: true,
    destructive: false,
    input: z.object({ query: text('One or more words, three letters at least.') }),
    output: z.object({ results: z.array(Found) }),
  },
  fetch: {
    title: 'Read a prompt',
    description:
      'Reads a prompt as it is stored, with its variables in braces. The text is for reading or editing: to carry it out, call use_prompt.',
    scope: 'library:read',
    idempotent: true,
    destructive: false,
    input: z.object({ id }),
    output: z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: z.object({
        name: described(z.nullable(z.string()), 'Its short name.'),
        whenToUse: z.nullable(z.string()),
        notes: z.nullable(z.string()),
        folder: described(z.nullable(z.string()), 'The id of its folder; null at the top.'),
        arguments: described(z.array(z.string()), 'What use_prompt takes as values.'),
        updatedAt: text('Pass it to update_prompt.'),
      }),
    }),
  },
  list_prompts: {
    title: 'List prompts',
    description: 'Lists the folders and prompts of one folder, 100 at a time.',
    scope: 'library:read',
    idempotent: true,
    destructive: false,
    input: z.object({
      folder: z.optional(text('The id of a folder, from this tool; the top without it.')),
      page: z.optional(
        described(
          z.int().check(z.minimum(1), z.maximum(10_000)),
          'From 1; `nextPage` of the last answer.',
        ),
      ),
    }),
    output: z.object({
      folders: z.array(z.object({ id: z.string(), title: z.string() })),
      prompts: z.array(
        z.object({ id: z.string(), title: z.string(), name: z.nullable(z.string()) }),
      ),
      nextPage: z.optional(z.number()),
      note: z.optional(text('What the list leaves out.')),
    }),
  },
  use_prompt: {
    title: 'Use a prompt',
    description:
      'Call this when the user asks for one of their prompts, by name or with a slash (/review). Returns its text, filled in; then follow it as if the user had typed it.',
    scope: 'library:read',
    idempotent: true,
    destructive: false,
    input: z.object({
      name: named,
      values: z.optional(
        described(
          z.record(
            z.string(),
            // Models also write numbers and booleans. Their clients' schemas allow only one type.
            z.union([z.string(), z.number(), z.boolean()]).check(z.meta({ type: 'string' })),
          ),
          'Values by argument, as texts. Leave out what the user has not said: defaults apply, and the text says what to ask for.',
        ),
      ),
    }),
  },
  save_prompt: {
    title: 'Save a prompt',
    description: 'Saves a new prompt. Call it only when the user asks for that.',
    scope: 'library:write',
    idempotent: false,
    destructive: false,
    input: z.object({
      title: text('A short title.'),
      text: text('The whole text. What changes from use to use is in braces: {topic}.'),
      name: z.optional(text('A short name to call it by: a-z, 0-9 and single hyphens.')),
      when_to_use: z.optional(text('One sentence on when to use it.')),
      folder: z.optional(text('The id of a folder, from list_prompts; the top without it.')),
    }),
    output: Saved,
  },
  update_prompt: {
    title: 'Change a prompt',
    description:
      'Changes a prompt that you have read with fetch. What you leave out stays as it is. The former text is kept as a version. Call it only when the user asks for that.',
    scope: 'library:write',
    idempotent: true,
    destructive: false,
    input: z.object({
      id,
      updatedAt: text(
        '`updatedAt` as fetch answered it. If the prompt has been changed since, nothing is saved.',
      ),
      title: z.optional(text('A new title.')),
      text: z.optional(text('The new text, whole, with its variables in braces.')),
      notes: z.optional(text('New notes.')),
      when_to_use: z.optional(text('A new sentence on when to use it.')),
    }),
    output: Saved,
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools
export type ToolInput<Name extends ToolName> = z.output<(typeof tools)[Name]['input']>

export const toolNames = Object.keys(tools) as ToolName[]

/** Each tool in the protocol's format. */
export const listedTools = toolNames.map((name) => {
  const tool: Tool = tools[name]
  return {
    scope: tool.scope,
    listed: {
      name,
      title: tool.title,
      description: tool.description,
      inputSchema: toSchema(tool.input, 'input'),
      ...(tool.output && { outputSchema: toSchema(tool.output, 'output') }),
      annotations: {
        title: tool.title,
        readOnlyHint: !scopeTraits[tool.scope].changes,
        destructiveHint: tool.destructive,
        idempotentHint: tool.idempotent,
        openWorldHint: false,
      },
    },
  }
})

type ObjectSchema = { type: 'object'; [key: string]: unknown }

function toSchema(schema: z.ZodMiniObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // Gemini rejects `propertyNames`, and names are texts anyway.
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames
      if (jsonSchema.type === 'string') delete jsonSchema.anyOf
    },
  })
  return rest as ObjectSchema
}
