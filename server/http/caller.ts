import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerNo } from '#server/db/owner.ts'

/** Who is logged in, and by which session. */
export type Caller = {
  owner: OwnerNo
  userId: string
  tokenHash: string
  /** When the user last signed in here or entered the password again, in milliseconds. */
  provedAt: number
}

/** Finds out who makes a request, by its session; undefined for a visitor. */
export type FindCaller = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Caller | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once a request's session has been found. */
    caller: Caller | undefined
  }
}
