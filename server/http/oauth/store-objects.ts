import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import { deviceNameField } from '#contract/accounts/oauth.ts'
import { toAppName } from '#server/accounts/apps/apps.present.ts'
import { deleteApp, findApp } from '#server/accounts/apps/apps.queries.ts'
import { oauthKinds, type OAuthKind } from '#server/db/schema/apps.table.ts'
import {
  consumeObject,
  deleteObject,
  findObject,
  insertObject,
} from '#server/accounts/apps/oauth-objects.queries.ts'
import {
  clientBytes,
  isOwnProgram,
  newClientKeptMs,
  resourceOf,
} from '#server/accounts/apps/oauth.rules.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { recordActivity } from '#server/users/record-activity.ts'
import type { Services } from '#server/core/services.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import { toClientName } from '#server/http/oauth/client-metadata.rules.ts'

/** How long a used refresh token is stored, so that its second use ends the app. */
const usedKeptMs = 30 * 24 * 60 * 60_000

const kinds: ReadonlySet<string> = new Set(oauthKinds)

/**
 * Stores the authorization server's objects, in rows that contain none of its secrets. Sessions are not stored, since
 * we determine who is logged in.
 */
export function makeAdapter(services: Services): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Grant') return grantsOf(services)
    if (kinds.has(kind)) return objectsOf(services, kind as OAuthKind)
    return nothing
  }
}

function objectsOf(services: Services, kind: OAuthKind): Adapter {
  const { db, now } = services
  const { main } = db
  return {
    ...nothing,
    async upsert(id, { jti: _secret, userCode, ...payload }, expiresIn) {
      const stored =
        kind === 'Interaction'
          ? { params: payload.params, clientName: askingClient() }
          : { ...payload, ...(kind === 'DeviceCode' && { clientName: askingDevice(payload) }) }
      const text = JSON.stringify(stored)
      if (kind === 'Client' && Buffer.byteLength(text) > clientBytes) {
        throw new errors.InvalidClientMetadata('the description is too long')
      }
      const object = {
        kind,
        id_hash: hashToken(id),
        app_id: payload.grantId ?? null,
        user_code_hash: userCode === undefined ? null : hashToken(userCode),
        payload: text,
        // Only clients do not expire by themselves.
        expires_at: now() + (expiresIn === undefined ? newClientKeptMs : expiresIn * 1000),
      }
      const isNew = await insertObject(main, object).catch((error: unknown) => {
        // The app has been disconnected in the meantime.
        if (isForeignKeyViolation(error)) throw new errors.InvalidGrant('grant not found')
        throw error
      })
      if (!isNew) throw new errors.InvalidRequest('already used')
    },

    async find(id) {
      const found = await findObject(main, { kind, idHash: hashToken(id) }, now())
      if (found === undefined) return undefined
      const payload = JSON.parse(found.payload) as AdapterPayload
      return kind === 'Client' ? payload : { ...payload, jti: id }
    },

    // Only this determines whether a code or token was used: the library does not learn it before.
    async consume(id) {
      const time = now()
      const use = { now: time, keptUntil: time + usedKeptMs }
      const idHash = hashToken(id)
      if (await consumeObject(main, { kind, idHash }, use)) return
      // It is unknown which of the two is the thief.
      const { grantId } = (await this.find(id)) ?? {}
      if (typeof grantId === 'string') await grantsOf(services).destroy(grantId)
      throw new errors.InvalidGrant('already used')
    },

    destroy: (id) => deleteObject(main, { kind, idHash: hashToken(id) }),
  }
}

/** A grant is the row of its app. Deleting it deletes its objects, too. */
function grantsOf({ config, db, now }: Services): Adapter {
  return {
    ...nothing,
    async find(id) {
      const app = await findApp(db.main, id)
      if (app === undefined || app.expires_at <= now()) return undefined
      return {
        jti: id,
        kind: 'Grant',
        accountId: id,
        clientId: app.client_id,
        resources: { [resourceOf(config, app.client_id)]: app.scopes },
        iat: Math.floor(app.created_at / 1000),
        exp: Math.floor(app.expires_at / 1000),
      }
    },

    async destroy(id) {
      await db.main.transaction().execute(async (transaction) => {
        const app = await findApp(transaction, id)
        if (app === undefined) return
        await deleteApp(transaction, app.owner_no, id)
        const name = toAppName(app)
        const source = { via: 'app', agent: name, network: '' } as const
        const done = { kind: 'app_ended', name, at: now() } as const
        await recordActivity(transaction, app.owner_no, source, done)
      })
    },
  }
}

/** The name of the client whose request is being answered. */
function askingClient(): string | undefined {
  return Provider.ctx?.oidc.client?.clientName
}

/** A device's own name: our own programs have the name of their computer or browser. */
function askingDevice({ params }: AdapterPayload): string | undefined {
  const name = params?.[deviceNameField]
  if (!isOwnProgram(Provider.ctx?.oidc.client?.clientId)) return askingClient()
  return typeof name === 'string' ? toClientName(name.slice(0, 2_000)) || undefined : undefined
}

/** Stores and finds nothing. */
const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}
