import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { InputOf } from '#contract/core/call.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import type { TestApp } from '#tests/support/library-test.ts'

type TokenOptions = Partial<InputOf<typeof calls.createToken>>

/** Creates a token that may read and change, unless `options` are stricter. */
export async function makeToken(user: ApiUser, options: TokenOptions = {}): Promise<string> {
  const scopes = ['library:read' as const, 'library:write' as const]
  return (await user.call(calls.createToken, { name: 'Assistant', scopes, ...options })).token
}

type AssistantOptions = {
  revision?: '2025-11-25' | '2026-07-28'
  path?: string
  /** Answers the forms that the server requests. */
  onForm?: (params: { message: string; requestedSchema: unknown }) => object
  /** Called when the server announces a change of the list of prompts. The app has to listen. */
  onChange?: () => void
}

/** The official client, connected to an app. With `onChange`, it waits until the app announces changes. */
export async function connectAssistant(
  { server }: TestApp,
  token: string,
  { revision = '2026-07-28', path = '/mcp', onForm, onChange }: AssistantOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: onForm ? { elicitation: { form: {} } } : {},
      ...(onChange && {
        listChanged: { prompts: { autoRefresh: false, debounceMs: 0, onChanged: onChange } },
      }),
      versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
    },
  )
  if (onForm) {
    client.setRequestHandler('elicitation/create', ({ params }) =>
      Promise.resolve(onForm(params as never) as never),
    )
  }
  const opened = Promise.withResolvers<void>()
  const address = server.server.address()
  const origin =
    address === null ? 'http://localhost' : `http://127.0.0.1:${(address as AddressInfo).port}`
  const transport = new StreamableHTTPClientTransport(new URL(origin + path), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: async (url, init) => {
      if (address !== null) {
        const answer = await fetch(url, init)
        if (init?.method === 'GET') opened.resolve()
        return answer
      }
      const { headers, method = 'GET', body } = init ?? {}
      const response = await server.inject({
        method: method as 'POST',
        url: new URL(url).pathname,
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' && { payload: body }),
      })
      const isEmpty = response.payload === ''
      return new Response(isEmpty ? null : response.payload, {
        status: response.statusCode,
        headers: { 'content-type': response.headers['content-type'] ?? 'text/plain' },
      })
    },
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  // In the newer revision, connecting includes the subscription.
  if (onChange && revision === '2025-11-25') await opened.promise
  return client
}

/** The protocol versions that tests connect with: the last one with a handshake, and the stateless one. */
export const revisions = ['2025-11-25', '2026-07-28'] as const

/** A review with each kind of variable, and a name with letters that no client accepts. */
export const reviewPrompt = {
  name: 'Code review',
  shortName: 'review',
  whenToUse: 'When code is to be reviewed.',
  color: '4ECDC4',
  prompt: toStoredForm(
    'Review {code} in a {tone} tone, with {count} remarks, by {day}. {strict}{Straße} {strasse}',
  ),
  variables: [
    { name: 'code', kind: 'long', help: 'What to review' },
    {
      name: 'tone',
      kind: 'choice',
      options: [{ value: 'warm', label: 'Very warm' }, { value: 'direct' }],
    },
    { name: 'count', kind: 'number', min: 1, max: 9, default: '3' },
    { name: 'day', kind: 'date', format: 'iso' },
    { name: 'strict', kind: 'switch', on: 'Be strict. ', off: '' },
  ],
}

/** A user with a token and two prompts: the review, and one without a short name. */
export async function startReviewing(
  app: TestApp,
): Promise<{ ada: ApiUser; token: string; promptId: string }> {
  const ada = await app.signUp()
  await app.liftLimits()
  const { id: promptId } = await ada.call(calls.createPrompt, reviewPrompt)
  await ada.makePrompt('Not named')
  return { ada, token: await makeToken(ada), promptId }
}

/** The text of a tool's result or a prompt. */
export function textOf(result: unknown): string {
  const { messages = [], content = [] } = result as {
    messages?: { content: { text: string } }[]
    content?: { text: string }[]
  }
  return [
    ...messages.map((message) => message.content.text),
    ...content.map(({ text }) => text),
  ].join()
}
