import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type ErrorCode } from '#contract/errors.ts'
import { fillText } from '#server/texts/read-texts.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }

export type ApiUser = ReturnType<typeof apiUser>

/**
 * Somebody with a browser: keeps cookies, makes calls by the contract, and holds every answer against
 * it.
 */
export function apiUser(server: FastifyInstance) {
  const cookies = new Map<string, string>()

  async function send(
    call: Call,
    input: object,
    headers: Record<string, string> = {},
    params: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const response = await server.inject({
      method: call.method,
      url: `/api/${call.path.replaceAll(/:(\w+)/g, (path, name: string) => params[name] ?? path)}`,
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...headers,
      },
      ...(call.method === 'GET' ? { query: toQuery(input) } : { payload: input }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    cookies,
    /** The response as it is. */
    send,
    /** The answer of a call that succeeds, as exactly what the contract says. */
    async call<C extends Call>(
      call: C,
      input: InputOf<C>,
      params: Record<string, string> = {},
    ): Promise<AnswerOf<C>> {
      const response = await send(call, input as object, {}, params)
      const answer: unknown = response.json()
      expect({ status: response.statusCode, answer }).toMatchObject({ status: 200 })
      const parsed = z.parse(call.answer, answer)
      // Parsing drops what the contract does not know.
      expect(answer).toEqual(parsed)
      return parsed as AnswerOf<C>
    },
    /** The status and code of a call that fails; its body holds nothing else. */
    async failure(
      call: Call,
      input: object,
      params: Record<string, string> = {},
    ): Promise<[status: number, code: ErrorCode]> {
      const response = await send(call, input, {}, params)
      const answer = response.json<{ code: ErrorCode; limit?: number }>()
      const { code, limit } = answer
      const msg = fillText(errorMessages[code], answer)
      expect(answer).toEqual({ status: 'error', code, msg, ...(limit !== undefined && { limit }) })
      return [response.statusCode, code]
    },
    async register(email: string, password: string): Promise<void> {
      await this.call(calls.register, { email, password, cpassword: password })
    },
    async signIn(email: string, password: string): Promise<void> {
      await this.call(calls.login, { email, password })
    },
    /** Makes a folder and gives its id. */
    async makeFolder(name: string, folderId: string | null = null): Promise<string> {
      const { id } = await this.call(calls.createFolder, { folderId, name, color: '4ECDC4' })
      return id
    },
    /** Makes a prompt and gives its id. */
    async makePrompt(
      name: string,
      {
        folderId = null,
        prompt = 'Write about {<b>topic</b>}.',
        notes = null,
      }: { folderId?: string | null; prompt?: string; notes?: string | null } = {},
    ): Promise<string> {
      const input = { folderId, name, color: '#f1f5f9', notes, prompt }
      const { id } = await this.call(calls.createPrompt, input)
      return id
    },
  }
}

function toQuery(input: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  )
}
