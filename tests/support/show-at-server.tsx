import type { ReactNode } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { vi } from 'vitest'
import type { Profile } from '#contract/accounts/profile.ts'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { Feature } from '#web/ui/messages/messages.ts'
import { show } from './show.tsx'

type Answer<C extends Call> = AnswerOf<C> | Promise<AnswerOf<C>>

/** The answer of a call that returns nothing. */
export const success = { status: 'success' } as const

/** Replaces `fetch` until the next test. A call without a defined response succeeds with an empty one. */
export function serve() {
  const answers = new Map<Call, unknown>()
  const refusals = new Map<Call, Response>()
  const sent = vi.fn<(path: string, input: unknown) => void>()
  // Rendered components may still make calls until the next test begins.
  vi.spyOn(window, 'fetch').mockImplementation(async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target, location.href)
    const path = url.pathname.replace('/api/', '')
    const isCalled = (call: Call) =>
      call.method === (init?.method ?? 'GET') &&
      new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]*')}$`).test(path)
    const input: unknown =
      typeof init?.body === 'string' ? JSON.parse(init.body) : Object.fromEntries(url.searchParams)
    const refusal = [...refusals].find(([call]) => isCalled(call))?.[1]
    if (refusal) return refusal.clone()
    if (init?.method === 'POST') sent(path, input)
    const answer = [...answers].find(([call]) => isCalled(call))?.[1] ?? success
    return Response.json(await (typeof answer === 'function' ? answer(input) : answer))
  })
  return {
    /** Called with the path and the input of each POST that is not rejected. */
    sent,
    answer<C extends Call>(call: C, answer: Answer<C> | ((input: InputOf<C>) => Answer<C>)) {
      answers.set(call, answer)
    },
    /** Rejects a call until `accept`. */
    refuse(call: Call, code: ErrorCode, details: object = {}) {
      refusals.set(
        call,
        Response.json({ status: 'error', code, msg: '', ...details }, { status: 400 }),
      )
    },
    /** Fails a call without a reason until `accept`. */
    break(call: Call) {
      refusals.set(call, new Response(null, { status: 500 }))
    },
    accept(call: Call) {
      refusals.delete(call)
    },
  }
}

/**
 * Renders screens with the library's client and a router, which starts at the first path, with its query. Returns the
 * client and the router in addition to the result of `render`.
 */
export async function showScreens(screens: Record<string, ReactNode>, ...features: Feature[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const routes: RouteObject[] = Object.entries(screens).map(([path, element]) => ({
    path: path.replace(/\?.*$/, ''),
    element,
  }))
  const [first = '/'] = Object.keys(screens)
  const router = createMemoryRouter(routes, { initialEntries: [first === '*' ? '/' : first] })
  const shown = await show(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    'errors',
    ...features,
  )
  return { ...shown, client, router }
}

/** An account with a password, on a server without plans. */
export function aProfile(differing: Partial<Profile> = {}): Profile {
  return {
    isSocialMedia: false,
    isGoogleLinked: false,
    isEmailVerified: true,
    pendingEmail: null,
    needsProof: false,
    keepsRuns: true,
    proofs: ['password'],
    profile: { email: 'ada@example.com' },
    subDetails: null,
    usage: { prompts: 0, promptLimit: null, folders: 0 },
    ...differing,
  }
}
