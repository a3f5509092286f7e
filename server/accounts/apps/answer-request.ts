import { randomUUIDv7 } from 'node:crypto'
import type { appCalls, ConnectRequest } from '#contract/accounts/apps.ts'
import { commandLineId, extensionId } from '#contract/accounts/oauth.ts'
import type { InputOf } from '#contract/core/call.ts'
import { limits } from '#contract/core/limits.ts'
import { toAppName } from '#server/accounts/apps/apps.present.ts'
import { insertApp, listApps } from '#server/accounts/apps/apps.queries.ts'
import {
  answerDevice,
  bindRequest,
  findDeviceRequest,
  findRequest,
  insertObject,
  keepClient,
  takeRequest,
} from '#server/accounts/apps/oauth-objects.queries.ts'
import {
  clientKeptMs,
  resourceOf,
  toAskedScopes,
  toClientHost,
  toDestination,
} from '#server/accounts/apps/oauth.rules.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import { lockSession } from '#server/accounts/session/lock-session.ts'
import type { Source } from '#server/users/record-activity.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { checkFolder } from '#server/library/folders/check-folder.ts'
import { recordWithNotice, transactWithMail } from '#server/mail/queue-mail.ts'

const dayMs = 24 * 60 * 60_000
/** How long an app may take to redeem its code. */
const codeSeconds = 60

/** The fields used here of a request that the authorization server stores. */
type Payload = {
  /** The client's description of itself. */
  clientName?: string
  params: {
    client_id: string
    scope?: string
    redirect_uri?: string
    state?: string
    code_challenge?: string
  }
}

/** A pending request of an app. */
export type PendingRequest = Awaited<ReturnType<typeof findRequest>> & { content: Payload }

/**
 * Finds a request by its id, in the browser in which it began. A device's request: in the session in which its code was
 * entered.
 *
 * @param browser the secret of the browser, from its cookie
 * @throws ApiError `connect_request_gone`
 */
export async function getRequest(
  { db, now }: Services,
  { tokenHash }: SessionActor,
  uid: string,
  browser: string | undefined,
): Promise<PendingRequest> {
  const time = now()
  const found =
    (browser !== undefined &&
      (await findRequest(
        db.main,
        { kind: 'Interaction', idHash: hashToken(uid) },
        { browserHash: hashToken(browser), now: time },
      ))) ||
    // The id of a device's request is already a hash.
    (await findRequest(
      db.main,
      { kind: 'DeviceCode', idHash: uid },
      { browserHash: tokenHash, now: time },
    ))
  if (found === undefined) throw new ApiError('connect_request_gone')
  return { ...found, content: JSON.parse(found.payload) as Payload }
}

/**
 * Finds a device's request by its code, and binds it to the actor's session.
 *
 * @throws ApiError `user_code_invalid`
 */
export async function enterUserCode(
  { db, now }: Services,
  { tokenHash }: SessionActor,
  userCode: string,
): Promise<PendingRequest> {
  const code = userCode.toUpperCase().replaceAll(/[^A-Z]/g, '')
  const found = await findDeviceRequest(db.main, hashToken(code), now())
  if (found === undefined) throw new ApiError('user_code_invalid')
  await bindRequest(db.main, { kind: 'DeviceCode', idHash: found.id_hash }, tokenHash)
  return { ...found, content: JSON.parse(found.payload) as Payload }
}

export async function describeRequest(
  { db, now }: Services,
  { owner }: SessionActor,
  uid: string,
  { kind, expires_at, content: { clientName, params } }: PendingRequest,
): Promise<ConnectRequest> {
  const apps = await listApps(db.main, owner, now())
  return {
    uid,
    kind: kind === 'DeviceCode' ? 'device' : 'browser',
    isCommandLine: params.client_id === commandLineId,
    isExtension: params.client_id === extensionId,
    host: toClientHost(params.client_id),
    name: clientName ?? null,
    returnsTo: params.redirect_uri === undefined ? null : toDestination(params.redirect_uri),
    scopes: toAskedScopes(params),
    expiresAt: new Date(expires_at).toISOString(),
    isKnown: apps.some(({ client_id }) => client_id === params.client_id),
  }
}

type Allowed = Omit<InputOf<typeof appCalls.allowConnection>, 'uid'>

/**
 * Connects the app of a request to the actor's account, and mails the owner a notice. Returns where the browser goes
 * with the app's code; null for a device.
 *
 * @throws ApiError `invalid_request` for more than was requested, `not_found` if the folder does not exist,
 * `app_limit_reached`, `connect_request_gone` if it has been answered in the meantime, `not_logged_in` if the session
 * has ended since the actor was identified
 */
export async function allowRequest(
  services: Services,
  actor: SessionActor,
  request: PendingRequest,
  { scopes, folderId, days }: Allowed,
  source: Source,
): Promise<string | null> {
  const { config, now } = services
  const { owner } = actor
  const { clientName, params } = request.content
  const asked = toAskedScopes(params)
  if (!scopes.every((scope) => asked.includes(scope))) {
    throw new ApiError('invalid_request', {
      path: 'scopes',
      message: 'scopes has one that the app did not request.',
    })
  }
  const time = now()
  const code = createToken()
  await transactWithMail(services, async (transaction) => {
    await lockSession(transaction, actor)
    if (folderId !== undefined) await checkFolder(transaction, owner, folderId)
    if ((await listApps(transaction, owner, time)).length >= limits.apps) {
      throw new ApiError('app_limit_reached')
    }
    const app = {
      owner_no: owner,
      id: randomUUIDv7(),
      client_id: params.client_id,
      host: toClientHost(params.client_id),
      name: clientName ?? null,
      scopes: scopes.join(' '),
      root: folderId ?? null,
      created_at: time,
      expires_at: time + days * dayMs,
      renewal_days: days === 30 ? days : null,
    }
    await insertApp(transaction, app)
    await keepClient(transaction, hashToken(params.client_id), app.expires_at + clientKeptMs)
    const granted = {
      accountId: app.id,
      clientId: app.client_id,
      grantId: app.id,
      resource: resourceOf(config, app.client_id),
      scope: app.scopes,
    }
    const isFirst =
      request.kind === 'DeviceCode'
        ? await answerDevice(transaction, request.id_hash, {
            appId: app.id,
            payload: JSON.stringify({ ...JSON.parse(request.payload), ...granted }),
          })
        : (await takeRequest(transaction, request.id_hash)) &&
          (await insertCode(transaction, { code, granted, params, now: time }))
    if (!isFirst) throw new ApiError('connect_request_gone')
    const { host } = app
    const done = { kind: 'app_connected', name: toAppName(app), at: time, host, scopes } as const
    await recordWithNotice(transaction, services, owner, source, done)
  })
  return toLocation(services, request, { code })
}

/** In the form that the authorization server stores. */
async function insertCode(
  transaction: Handle,
  {
    code,
    granted,
    params,
    now,
  }: { code: string; granted: { grantId: string }; params: Payload['params']; now: number },
): Promise<boolean> {
  const seconds = Math.floor(Date.now() / 1000)
  const payload = {
    kind: 'AuthorizationCode',
    iat: seconds,
    exp: seconds + codeSeconds,
    ...granted,
    codeChallenge: params.code_challenge,
    codeChallengeMethod: 'S256',
    redirectUri: params.redirect_uri,
  }
  return insertObject(transaction, {
    kind: 'AuthorizationCode',
    id_hash: hashToken(code),
    app_id: granted.grantId,
    payload: JSON.stringify(payload),
    expires_at: now + codeSeconds * 1000,
  })
}

/**
 * Refuses a request. Returns where the browser goes; null for a device.
 *
 * @throws ApiError `connect_request_gone` if it has been answered in the meantime
 */
export async function refuseRequest(
  services: Services,
  request: PendingRequest,
): Promise<string | null> {
  const { main } = services.db
  const refused = { error: 'access_denied', errorDescription: 'The user refused.' }
  const isFirst =
    request.kind === 'DeviceCode'
      ? await answerDevice(main, request.id_hash, {
          appId: null,
          payload: JSON.stringify({ ...JSON.parse(request.payload), ...refused }),
        })
      : await takeRequest(main, request.id_hash)
  if (!isFirst) throw new ApiError('connect_request_gone')
  const { error, errorDescription } = refused
  return toLocation(services, request, { error, error_description: errorDescription })
}

/** The app's redirect address with the answer (RFC 6749, section 4.1.2, and RFC 9207). */
function toLocation(
  { config }: Services,
  { kind, content: { params } }: PendingRequest,
  answer: Record<string, string>,
): string | null {
  if (kind === 'DeviceCode' || params.redirect_uri === undefined) return null
  const url = new URL(params.redirect_uri)
  const { state } = params
  const all = { ...answer, ...(state !== undefined && { state }), iss: config.baseUrl }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}
