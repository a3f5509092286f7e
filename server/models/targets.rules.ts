import type { Dialect } from '#contract/runs/connections.ts'
import type { Reach } from '#server/models/addresses.rules.ts'

/** Where a model's server is, and how it is spoken to. */
export type ServerTarget = {
  dialect: Dialect
  baseUrl: string
  /** Empty: none is sent. */
  key: string
  reach: Reach
}

/** A model at a server. */
export type ModelTarget = ServerTarget & { model: string }
