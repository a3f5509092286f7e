import type { Provider } from 'oidc-provider'
import type { Services } from '#server/core/services.ts'
import {
  askProvider,
  type ProviderAnswer,
  type ProviderRequest,
} from '#server/oauth/ask-provider.ts'
import { makeProvider } from '#server/oauth/make-provider.ts'

const providers = new WeakMap<Services, Provider>()

/** Answers a request by the provider of these services, which is made with the first one. */
export function answerByProvider(
  services: Services,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const provider = providers.get(services) ?? makeProvider(services)
  providers.set(services, provider)
  return askProvider(provider, request)
}
