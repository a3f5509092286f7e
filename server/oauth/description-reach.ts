import type { Services } from '#server/core/services.ts'
import { ModelError } from '#server/models/model-error.ts'
import { fetchDescription } from '#server/oauth/fetch-description.ts'

/** How long apps are asked to register after a metadata document could not be fetched. */
const registersMs = 24 * 60 * 60_000

/** The last description that could not be reached, until one is. */
const unreachable = new WeakMap<Services, { host: string; at: number }>()

/** Fetches a client's description, and remembers whether its host could be reached. */
export async function fetchFromApp(services: Services, url: string): Promise<Response> {
  try {
    const response = await fetchDescription(url, services.config)
    unreachable.delete(services)
    return response
  } catch (error) {
    if (error instanceof ModelError && error.code === 'model_unreachable') {
      unreachable.set(services, { host: new URL(url).host, at: services.now() })
    }
    throw error
  }
}

/** Returns the host whose description could not be reached in the last day. */
export function findUnreachable(services: Services): string | undefined {
  const { host, at } = unreachable.get(services) ?? { at: -registersMs }
  return services.now() - at < registersMs ? host : undefined
}

/**
 * Whether apps may name themselves by the address of their description. A server without internet access cannot fetch it, and
 * apps try nothing else while this is offered.
 */
export function offersDescriptions(services: Services): boolean {
  return services.config.clientMetadataDocuments && findUnreachable(services) === undefined
}
