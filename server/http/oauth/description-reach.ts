import {
  deleteObject,
  findObject,
  insertObject,
} from '#server/accounts/apps/oauth-objects.queries.ts'
import type { Services } from '#server/core/services.ts'
import { ModelError } from '#server/runs/models/model-error.ts'
import { fetchDescription } from '#server/http/oauth/fetch-description.ts'

/**
 * The hosts that describe Codex, Claude Code, opencode and VS Code. Anyone can use an address where nothing answers,
 * but if one of these hosts cannot be reached, the server has no internet access.
 */
const knownHosts: ReadonlySet<string> = new Set([
  'chatgpt.com',
  'claude.ai',
  'opencode.ai',
  'vscode.dev',
])

/** A network may resolve the names of hosts that it blocks to its own addresses, which are rejected. */
const networkErrors: ReadonlySet<string> = new Set(['model_unreachable', 'address_refused'])

/** How long apps are asked to register after a known host could not be reached. */
const registersMs = 24 * 60 * 60_000

const offline = { kind: 'Offline', idHash: '' } as const

/** Fetches a client's description. Records whether this shows that the server has no internet access. */
export async function fetchFromApp(services: Services, url: string): Promise<Response> {
  try {
    return await fetchDescription(url, services.config)
  } catch (error) {
    const isNetworkError = error instanceof ModelError && networkErrors.has(error.code)
    if (isNetworkError && knownHosts.has(new URL(url).host)) await recordOffline(services)
    throw error
  }
}

async function recordOffline({ db, now }: Services): Promise<void> {
  await deleteObject(db.main, offline)
  const { kind, idHash } = offline
  await insertObject(db.main, {
    kind,
    id_hash: idHash,
    payload: '',
    expires_at: now() + registersMs,
  })
}

/**
 * Whether apps may identify themselves by the address of their description. A server without internet access cannot
 * fetch it, and apps try nothing else if this is offered.
 */
export async function offersDescriptions({ config, db, now }: Services): Promise<boolean> {
  if (!config.clientMetadataDocuments) return false
  return (await findObject(db.main, offline, now())) === undefined
}
