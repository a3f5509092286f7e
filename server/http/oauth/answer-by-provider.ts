import type { Provider } from 'oidc-provider'
import type { Services } from '#server/core/services.ts'
import {
  askProvider,
  type ProviderAnswer,
  type ProviderRequest,
} from '#server/http/oauth/ask-provider.ts'

const providers = new WeakMap<Services, Promise<Provider>>()

/** Answers a request with these services' provider, which is loaded with the first request. */
export async function answerByProvider(
  services: Services,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const provider = providers.get(services) ?? load(services)
  providers.set(services, provider)
  return askProvider(await provider, request)
}

async function load(services: Services): Promise<Provider> {
  // The library warns on the console of each Node version without long-term support.
  const { warn } = console
  console.warn = (warning) => services.log.debug({ warning }, 'oidc-provider')
  try {
    const { makeProvider } = await import('#server/http/oauth/make-provider.ts')
    return makeProvider(services)
  } finally {
    console.warn = warn
  }
}
