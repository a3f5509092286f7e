import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Id, Moment, NoInput, Success } from '#contract/core/schemas.ts'
import { tokenScopes } from '#contract/core/scopes.ts'
import { Access, AllowedScopes } from './access.ts'

/** How long an app stays connected, in days. 30: after its last use. 365: after it was connected. */
export const appDays = [30, 365] as const

/** The identity of an app. */
const AppIdentity = {
  /** Whether it claims to be this product's command line. Any program can claim that. */
  isCommandLine: z.boolean(),
  /** Whether it claims to be this product's browser extension. Missing from older servers. */
  isExtension: z.optional(z.boolean()),
  /**
   * The host that vouches for the app, because its description was fetched from there, such as `claude.ai`. Null: the
   * app has described itself, so its name may be false. If the browser is redirected to this computer, any program
   * there may use the description.
   */
  host: z.nullable(z.string()),
  /** The app's own name for itself; for the command line, its computer; for the extension, its browser. Null: none. */
  name: z.nullable(z.string()),
}

/** What an app requests. */
export const ConnectRequest = z.object({
  /** Identifies the request in `allowConnection` and `refuseConnection`. */
  uid: z.string(),
  /** `browser`: the app waits for the browser to come back. `device`: it waits elsewhere, such as in a terminal. */
  kind: z.enum(['browser', 'device']),
  ...AppIdentity,
  /**
   * Where the browser goes next: a host such as `claude.ai`, or the scheme of an app, such as `cursor:`. Null: to this
   * computer, or nowhere for a device.
   */
  returnsTo: z.nullable(z.string()),
  scopes: z.array(z.enum(tokenScopes)),
  /** When the request expires. */
  expiresAt: Moment,
  /** Whether the same app is already connected to this account. */
  isKnown: z.boolean(),
})
export type ConnectRequest = z.output<typeof ConnectRequest>

/** A connected app. */
export const App = z.extend(Access, {
  ...AppIdentity,
  expiresAt: Moment,
  /** Whether each use extends the expiry to 30 days later. */
  isRenewed: z.boolean(),
})
export type App = z.output<typeof App>

/** Identifies a request. A secret of the browser in which the request began. */
const Uid = z
  .string(code('connect_request_gone'))
  .check(z.regex(/^[\w-]{43}$/, { error: code('connect_request_gone'), abort: true }))

const Answered = z.extend(Success, {
  /**
   * Where to send the browser next, immediately, with `location.assign`. Null: nowhere, since a device waits elsewhere.
   */
  location: z.nullable(z.string()),
})

export const appCalls = {
  describeConnection: defineCall({
    method: 'GET',
    path: 'connect/describe',
    access: 'session',
    summary: 'The request of an app. Only for the browser in which it began.',
    input: z.object({ uid: Uid }),
    answer: ConnectRequest,
    errors: ['connect_request_gone'],
  }),
  findDeviceRequest: defineCall({
    method: 'POST',
    path: 'connect/device',
    access: 'session',
    summary: 'The request of an app on another device, by the code that it shows.',
    throttle: 'enterUserCodeFromAddress',
    input: z.object({
      /** As typed: in any case, with or without its hyphen. */
      userCode: z
        .string(code('user_code_invalid'))
        .check(z.maxLength(40, { error: code('user_code_invalid'), abort: true })),
    }),
    answer: ConnectRequest,
    errors: ['user_code_invalid'],
  }),
  allowConnection: defineCall({
    method: 'POST',
    path: 'connect/allow',
    access: 'session',
    summary:
      'Connects the app of a request to the account. Requires recent re-authentication if the app may do more than read.',
    input: z.object({
      uid: Uid,
      /** Only scopes that the request has. */
      scopes: AllowedScopes,
      /** Missing: the whole library. */
      folderId: z.optional(Id),
      days: z.union(
        appDays.map((days) => z.literal(days)),
        code('invalid_request'),
      ),
    }),
    answer: Answered,
    errors: ['connect_request_gone', 'proof_needed', 'not_found', 'app_limit_reached'],
  }),
  refuseConnection: defineCall({
    method: 'POST',
    path: 'connect/refuse',
    access: 'session',
    summary: 'Refuses the request of an app.',
    input: z.object({ uid: Uid }),
    answer: Answered,
    errors: ['connect_request_gone'],
  }),
  listApps: defineCall({
    method: 'GET',
    path: 'apps/list',
    access: 'session',
    forOperators: true,
    summary: 'The apps that are connected to the account, newest first.',
    input: NoInput,
    answer: z.object({ apps: z.array(App) }),
  }),
  endApp: defineCall({
    method: 'POST',
    path: 'apps/end',
    access: 'session',
    forOperators: true,
    summary: 'Disconnects an app and revokes all of its access immediately, on every server.',
    input: z.object({ appId: Id }),
    answer: Success,
    errors: ['not_found'],
  }),
}
