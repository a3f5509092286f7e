import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { createClient, toRequest, type ClientRequest } from '#contract/core/client.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import { errorCodesOf } from '#server/http/api/open-api.ts'
import { fillText } from '#server/core/texts/read-texts.ts'

/** Well-formed path parameters that match nothing, for tests that omit them. */
const noSuch = { token: 'x'.repeat(43), type: 'none' }

export type ApiUser = ReturnType<typeof apiUser>

/**
 * A browser that stores cookies and calls the API. Every answer is checked against the contract.
 *
 * @param token makes it a program with this token
 */
export function apiUser(server: FastifyInstance, token?: string) {
  const cookies = new Map<string, string>()

  async function inject(path: string, { method, headers, body }: ClientRequest) {
    const response = await server.inject({
      method,
      url: path,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  async function send(
    call: Call,
    input: object,
    headers: Record<string, string> = {},
    params: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const { path, ...request } = toRequest(call, input, { ...noSuch, ...params })
    const sent = { ...request.headers, ...headers }
    const response = await inject(path, { ...request, headers: sent })
    if (response.statusCode > 400) {
      const { code } = response.json<{ code: ErrorCode }>()
      expect(errorCodesOf(call)).toContain(code)
    }
    return response
  }

  return {
    cookies,
    /** The unparsed response. */
    send,
    /** The answer of a successful call. Fails if it has fields outside the contract. */
    async call<C extends Call>(
      call: C,
      input: InputOf<C>,
      params: Record<string, string> = {},
    ): Promise<AnswerOf<C>> {
      let answer: unknown
      const client = createClient(
        async (path, request) => {
          const response = await inject(path, request)
          answer = response.json()
          const { statusCode: status } = response
          expect({ status, answer }).toMatchObject({ status: 200 })
          return { ok: true, status, json: async () => answer }
        },
        () => new Error(`${call.path} answered ${JSON.stringify(answer)}.`),
      )
      const parsed = await client(call, input, { params })
      expect(answer).toEqual(parsed)
      return parsed
    },
    /** The status and code of a failing call. Fails if the body has other fields. */
    async failure(
      call: Call,
      input: object,
      params: Record<string, string> = {},
    ): Promise<[status: number, code: ErrorCode]> {
      const response = await send(call, input, {}, params)
      if (response.statusCode < 400) {
        throw new Error(`Expected ${call.path} to fail, but it answered ${response.statusCode}.`)
      }
      const answer = response.json<{
        code: ErrorCode
        limit?: number
        proposal?: string
        word?: string
        path?: string
      }>()
      const { code, limit, proposal, word, path } = answer
      // The error for invalid input is a sentence that names it.
      const msg: unknown =
        code === 'invalid_request' && path !== undefined
          ? expect.stringContaining(path || 'The input ')
          : fillText(errorMessages[code], answer)
      expect(answer).toEqual({
        status: 'error',
        code,
        msg,
        ...(limit !== undefined && { limit }),
        ...(proposal !== undefined && { proposal }),
        ...(word !== undefined && { word }),
        ...(path !== undefined && { path }),
      })
      return [response.statusCode, code]
    },
    async register(email: string, password: string): Promise<void> {
      await this.call(calls.register, { email, password, cpassword: password })
    },
    async signIn(email: string, password: string): Promise<void> {
      await this.call(calls.login, { email, password })
    },
    /** Creates a folder and returns its id. */
    async makeFolder(name: string, folderId: string | null = null): Promise<string> {
      const { id } = await this.call(calls.createFolder, { folderId, name, color: '4ECDC4' })
      return id
    },
    /** Creates a prompt and returns its id. */
    async makePrompt(
      name: string,
      {
        folderId = null,
        prompt = 'Write about {<b>topic</b>}.',
        notes = null,
        shortName,
      }: {
        folderId?: string | null
        prompt?: string
        notes?: string | null
        shortName?: string
      } = {},
    ): Promise<string> {
      const input = { folderId, name, color: '#f1f5f9', notes, prompt, shortName }
      const { id } = await this.call(calls.createPrompt, input)
      return id
    },
  }
}
