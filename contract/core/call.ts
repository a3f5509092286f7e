import type * as z from 'zod/mini'
import { limits } from '#contract/core/limits.ts'
import { tokenScopes, type TokenScope } from '#contract/core/scopes.ts'
import type { ErrorCode } from './errors.ts'

/**
 * What an actor may be allowed to do.
 *
 * - `session`: manage logins and their factors, such as the password. For a person in a browser only.
 * - `account`: read the profile and manage the plan.
 * - `models`: manage own connections to models, with their keys. For a person in a browser only.
 * - A `TokenScope`: what tokens and apps may be allowed, too.
 */
export type Scope = 'session' | 'account' | 'models' | TokenScope

export const scopes: readonly Scope[] = ['session', 'account', ...tokenScopes, 'models']

/** Whether tokens and apps may make a call, if they have its scope. */
export function isForTokens<C extends Pick<Call, 'access'>>(
  call: C,
): call is C & { access: TokenScope } {
  return (tokenScopes as readonly string[]).includes(call.access)
}

/**
 * How a call stays within the root folder of an actor that has one. For such an actor, that folder takes the place of the
 * library's root; a call without this property is closed to it.
 *
 * - `folder`, `search`, `create`: reads, searches or adds to the folder `folderId`, by default the root folder.
 * - `entries`: imports folders and prompts into folders within it; entries without a folder go into it.
 * - `prompt`: is about the prompt `promptId`, or that of the run `runId`, in the root folder at any depth.
 * - `anywhere`: concerns neither folders nor prompts.
 */
export type Within = 'folder' | 'prompt' | 'search' | 'create' | 'entries' | 'anywhere'

/** Limits on how often one network address may make a call. The server's throttles define the rates. */
export type AddressThrottle =
  | 'signInFromAddress'
  | 'registerFromAddress'
  | 'mailResetLinkFromAddress'
  | 'followLinkFromAddress'
  | 'signInWithGoogleFromAddress'
  | 'enterUserCodeFromAddress'
  | 'signInWithPasskeyFromAddress'

/** One call of the API, below `/api/`. A GET has its input in the query, a POST in a JSON body. */
export type Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: 'GET' | 'POST'
  /** Without a leading or trailing slash; `:name` is a parameter. */
  path: string
  /** The scope that the actor needs; `public`: none. */
  access: 'public' | Scope
  /** Missing: not available to an actor with a root folder. */
  within?: Within
  /**
   * Whether a session needs re-authentication within the last fifteen minutes; otherwise the call fails with
   * `proof_needed`. `with a factor`: only if the account has a second factor.
   */
  needsProof?: true | 'with a factor'
  /** Whether operators may make the call for an account, by `promptshelf-admin`. */
  forOperators?: true
  /** Whether a public call identifies its actor, if there is one. */
  identifies?: true
  /**
   * Calls that write are rejected when a page of another site makes them. By default, a GET reads and a POST writes.
   */
  effect: 'read' | 'write'
  throttle?: AddressThrottle
  /** The longest body. By default `limits.shortRequestBytes`; calls with long texts or lists name theirs. */
  bodyBytes: number
  /** One line for the OpenAPI document. */
  summary: string
  params?: z.ZodMiniType
  input: Input
  /** The schema of the answer, or of the file's content. */
  answer: Answer
  /**
   * `file`: sent in chunks, as a download. `stream`: lines of JSON, each an instance of the schema. JSON by default.
   */
  answerAs?: 'file' | 'stream'
  /** Error codes specific to the call, beyond invalid input and what its other properties imply. */
  errors?: readonly ErrorCode[]
}

type Derived = 'effect' | 'bodyBytes'
type Definition = Omit<Call, Derived> & Partial<Pick<Call, Derived>>

/** Defines a call, preserving the literal types of its properties. */
export function defineCall<const C extends Definition>(call: C): C & Pick<Call, Derived> {
  return {
    effect: call.method === 'GET' ? 'read' : 'write',
    bodyBytes: limits.shortRequestBytes,
    ...call,
  }
}

/** The input that a caller passes, before the schema trims or normalises it. */
export type InputOf<C extends Call> = z.input<C['input']>
/** The answer that a caller receives. */
export type AnswerOf<C extends Call> = z.output<C['answer']>
