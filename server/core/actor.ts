import type { Scope } from '#contract/core/call.ts'
import type { OwnerNo } from '#server/db/owner.ts'

/** Who makes a call, how that was proved, and what it allows. */
export type Actor = {
  owner: OwnerNo
  userId: string
  scopes: ReadonlySet<Scope>
  /** What proved it: the session of a browser. */
  via: 'session'
  /** Of the session's token. */
  tokenHash: string
  /** When the user last signed in or entered the password in this session, in milliseconds since 1970. */
  provedAt: number
}
