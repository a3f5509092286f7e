import { randomBytes } from 'node:crypto'
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { defaultColor } from '#contract/core/colors.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { limits } from '#contract/core/limits.ts'
import { pickEdit, type Prompt } from '#contract/library/prompts.ts'
import { screens } from '#contract/screens.ts'
import { inputsOf } from '#contract/variables/inputs.ts'
import { toPlainText, toStoredForm, variableNames } from '#contract/variables/variables.ts'
import { ApiError } from '#server/core/api-error.ts'
import { askForMissing, type Forms } from '#server/http/mcp/ask-form.ts'
import { beginFilling, finish, refuse, takeValues } from '#server/http/mcp/fill-prompt.ts'
import { findPrompt } from '#server/http/mcp/find-prompt.ts'
import { hasTooManyBraces } from '#server/http/mcp/inputs.rules.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'
import { toApiError } from '#server/http/mcp/tell-errors.ts'
import { tools, type ToolInput, type ToolName } from '#server/http/mcp/tools.rules.ts'

type Result = CallToolResult | InputRequiredResult
type Tools = {
  [Name in ToolName]: (caller: Caller, input: ToolInput<Name>, forms?: Forms) => Promise<Result>
}

/** An answer reports only one error. */
const context: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

/** The number of hits in one answer. */
const hits = 20

const run: Tools = {
  async search(caller, { query }) {
    const { prompts, similar = [] } = await caller.call('searchPrompts', { search: query })
    const results = [...prompts, ...similar]
      .slice(0, hits)
      .map(({ id, name }) => ({ id, title: name, url: addressOf(caller, id) }))
    return structured({ results })
  },

  async fetch(caller, { id }) {
    const prompt = await findPrompt(caller, id)
    const { name: title, shortName: name, whenToUse, notes, folderId: folder, updatedAt } = prompt
    return structured({
      id: prompt.id,
      title,
      text: toPlainText(prompt.prompt),
      url: addressOf(caller, prompt.id),
      metadata: {
        name,
        whenToUse,
        notes,
        folder,
        arguments: listArguments(prompt),
        updatedAt,
      },
    })
  },

  async list_prompts({ call }, { folder: folderId, page = 1 }) {
    const input = folderId === undefined ? {} : { folderId }
    const [{ folders, hasMore: moreFolders }, { prompts, hasMore }] = await inFolder(() =>
      Promise.all([call('listFolders', input), call('listPrompts', input)]),
    )
    const from = (page - 1) * limits.skillsListed
    const to = from + limits.skillsListed
    return structured({
      folders: folders.slice(from, to).map(({ id, name: title }) => ({ id, title })),
      prompts: prompts
        .slice(from, to)
        .map(({ id, name: title, shortName: name }) => ({ id, title, name })),
      ...(Math.max(folders.length, prompts.length) > to
        ? { nextPage: page + 1 }
        : (moreFolders || hasMore) && {
            note: 'This folder holds more than can be listed. Find the rest with search.',
          }),
    })
  },

  async use_prompt(caller, { name, values = {} }, forms) {
    const prompt = await findPrompt(caller, name)
    const filling = await beginFilling(caller, prompt)
    takeValues(filling, values)
    const form = forms && (await askForMissing(caller, filling, values, forms))
    return form ?? { content: [{ type: 'text', text: toInstruction(finish(filling)) }] }
  },

  async save_prompt(caller, { title, text, name, when_to_use: whenToUse, folder }) {
    const { id } = await inFolder(() =>
      caller.call('createPrompt', {
        name: title,
        prompt: toStoredForm(text),
        color: defaultColor,
        ...(name !== undefined && { shortName: name.replace(/^\//, '') }),
        ...(whenToUse !== undefined && { whenToUse }),
        ...(folder !== undefined && { folderId: folder }),
      }),
    )
    return saved(caller, await findPrompt(caller, id))
  },

  async update_prompt(caller, { id, updatedAt, title, text, notes, when_to_use: whenToUse }) {
    const former = await findPrompt(caller, id)
    const edit = {
      ...pickEdit(former),
      promptId: former.id,
      updatedAt,
      ...(title !== undefined && { name: title }),
      ...(text !== undefined && {
        prompt: toStoredForm(text, new Set(variableNames(former.prompt))),
      }),
      ...(notes !== undefined && { notes }),
      ...(whenToUse !== undefined && { whenToUse }),
    }
    await sayInstead('prompt_changed', 'It has been changed since. Read it again with fetch.', () =>
      caller.call('updatePrompt', edit),
    )
    return saved(caller, await findPrompt(caller, former.id))
  },
}

/**
 * Calls a tool. Errors are results too, for the assistant to read.
 *
 * @param forms of a client that can show forms
 * @throws ApiError `invalid_request` if there is no such tool
 */
export async function callTool(
  caller: Caller,
  name: string,
  given: unknown,
  forms?: Forms,
): Promise<Result> {
  if (!isTool(name)) throw refuse(`There is no tool ${JSON.stringify(name.slice(0, 100))}.`)
  try {
    const input = safeParse(tools[name].input, given ?? {}, context)
    if (!input.success) {
      const [issue] = input.error.issues
      const path = issue?.path.join('.').slice(0, 100)
      throw refuse(`${path || 'The arguments'}: ${issue?.message}.`)
    }
    return await run[name](caller, input.data as never, forms)
  } catch (error) {
    const { message, proposal } = toApiError(caller, error)
    const text = proposal === undefined ? message : `${message} Free: ${proposal}.`
    return { content: [{ type: 'text', text }], isError: true }
  }
}

function isTool(name: string): name is ToolName {
  return Object.hasOwn(tools, name)
}

function listArguments(prompt: Prompt): string[] {
  if (hasTooManyBraces(prompt)) return []
  return inputsOf(prompt)
    .slice(0, limits.skillInputs)
    .map(({ argument }) => argument)
}

/** Clients that do not support structured results read the text. */
function structured(result: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
}

function saved(caller: Caller, { id, name: title, updatedAt }: Prompt): CallToolResult {
  return structured({ id, title, updatedAt, url: addressOf(caller, id) })
}

/** The address that opens a prompt for its user. */
function addressOf({ services }: Caller, id: string): string {
  return `${services.config.baseUrl}${screens.openPrompt}?id=${id}`
}

function inFolder<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return sayInstead('not_found', 'There is no folder with this id.', ask)
}

/** Replaces the text of an error with one that an assistant can act on. */
async function sayInstead<Answer>(
  code: ErrorCode,
  sentence: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ApiError && error.errorCode === code ? refuse(sentence) : error
  }
}

/** The lines around the text contain random letters, so that no text can contain its own end. */
function toInstruction(text: string): string {
  const mark = randomBytes(8).toString('hex')
  return [
    "Below is one of the user's prompts, between two lines with the same mark. Follow it as if the user had typed it.",
    `----- begin ${mark} -----`,
    text,
    `----- end ${mark} -----`,
  ].join('\n')
}
