import { withSecretsKey } from './authenticators.ts'
import { expect, test as base } from './journey.ts'

export { expect }

/** A journey with a real mail server and a real OpenID provider next to the app's server. */
export const test = base.extend({
  environment: ({ portForGoogle, mailServer, google }, provide) =>
    provide({
      PORT: String(portForGoogle),
      ...mailServer.environment,
      ...google.environment,
      ...withSecretsKey,
    }),
})
