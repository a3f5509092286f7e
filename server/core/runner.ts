import type { Dialect } from '#contract/runs/connections.ts'
import type { AccountNo } from '#server/db/owner.ts'

/**
 * The addresses that a request may access: the internet, only this machine, or any address, which only the operator can
 * allow.
 */
export type Reach = 'internet' | 'self' | 'anywhere'

/** A model's server and its protocol. */
export type ServerTarget = {
  dialect: Dialect
  baseUrl: string
  /** Empty if the server needs none. */
  key: string
  reach: Reach
}

/** A model on a server. */
export type ModelTarget = ServerTarget & { model: string }

/** Credits per million tokens. */
export type Price = { creditsPerMillionInput: number; creditsPerMillionOutput: number }

/** The fields needed to settle a run. */
export type RunToSettle = {
  owner: AccountNo
  id: string
  text: string
  reserved: number
  price: Price
  /** When its credits were reserved. */
  startedAt: number
}

/** A run in progress in this process. */
export type ActiveRun = {
  /** The answer so far, in pieces. */
  pieces: readonly string[]
  /** Resolves with the next piece, or once the run is settled. */
  changed: () => Promise<void>
  stop: () => void
}

export type Runner = {
  /** Starts a run whose row exists. It continues until it is settled, with or without followers. */
  start: (run: RunToSettle, target: ModelTarget, maxOutput: number) => void
  find: (id: string) => ActiveRun | undefined
  /** Aborts all runs, keeping partial answers; later runs abort immediately. */
  close: () => Promise<void>
}
