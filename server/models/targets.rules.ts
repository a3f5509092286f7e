import type { Dialect } from '#contract/runs/connections.ts'
import type { Reach } from '#server/models/addresses.rules.ts'

/** A model's server and its protocol. */
export type ServerTarget = {
  dialect: Dialect
  baseUrl: string
  /** Empty if the server needs none. */
  key: string
  reach: Reach
}

/** A model at a server. */
export type ModelTarget = ServerTarget & { model: string }
