import type { Scope } from '#contract/core/call.ts'
import type { OwnerNo } from '#server/db/owner.ts'

type SessionProof = {
  via: 'session'
  /** The hash of the session's token. */
  tokenHash: string
  /** When the user last logged in or entered the password in this session, in milliseconds since 1970. */
  provedAt: number
}

/** A program with a token. It has none of the scopes of a person in a browser. */
type TokenProof = {
  via: 'token'
  tokenId: string
  /** The owner's name for it. */
  tokenName: string
}

/** An app that its owner has connected, with an access token. */
type AppProof = {
  via: 'app'
  appId: string
  /** Its host, otherwise its own name. */
  appName: string
}

/** The operator at the command line, who has the server's own access to the database. Makes few calls. */
type OperatorProof = { via: 'operator' }

/** How a caller was authenticated. */
type Proof = SessionProof | TokenProof | AppProof | OperatorProof

/** The authenticated caller, how it was authenticated, and what it may do. */
export type Actor = Proof & {
  owner: OwnerNo
  userId: string
  scopes: ReadonlySet<Scope>
  /** The id of the only folder that it can access, with everything in it; undefined: the whole library. */
  root?: string | undefined
  /** Distinguishes editors, such as two sessions of one user. */
  proofId: string
}

export type SessionActor = Extract<Actor, { via: 'session' }>
export type TokenActor = Extract<Actor, { via: 'token' }>
export type AppActor = Extract<Actor, { via: 'app' }>
export type OperatorActor = Extract<Actor, { via: 'operator' }>
