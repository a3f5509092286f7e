import type { Mutation } from '#scripts/mutants/mutation.ts'

const apps = 'server/accounts/apps'
const rules = `${apps}/oauth.rules.ts`
const oauth = 'server/http/oauth'
const routes = `${oauth}/oauth.routes.ts`
const metadata = `${oauth}/client-metadata.rules.ts`
const attacks = 'tests/attacks/oauth'
const consent = 'web/accounts/apps/consent.rules.ts'
const consentTest = 'web/accounts/apps/consent.rules.test.ts'

export const appDescriptionsMutations: readonly Mutation[] = [
  {
    what: 'an app is answered at a host that only begins like this machine',
    file: rules,
    from: String.raw`const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/`,
    to: String.raw`const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])/`,
    test: attacks,
    named: 'is not registered',
  },
  {
    what: 'an app is answered at an address with a user',
    file: rules,
    from: ` || username !== '' || password !== '') return false`,
    to: ` || (username === '?' && password === '?')) return false`,
    test: attacks,
    named: 'is not registered',
  },
  {
    what: 'an app is answered at an address with a fragment',
    file: rules,
    from: `uri.includes('#') ||`,
    to: `uri.includes('##') ||`,
    test: attacks,
    named: 'is not registered',
  },
  {
    what: 'an app is answered in any scheme',
    file: rules,
    from: `  return appSchemes.has(protocol) ||`,
    to: `  return !appSchemes.has('x') ||`,
    test: attacks,
    named: 'is not registered',
  },
  {
    what: 'the redirects of an app are not looked at',
    file: metadata,
    from: `  if (!redirect_uris.every(isRedirect)) return undefined\n`,
    to: `  if (!redirect_uris.some(isRedirect)) return undefined\n`,
    test: attacks,
    named: 'is not registered',
  },
  {
    what: 'an app hides letters in its name',
    file: metadata,
    from: String.raw`/[\p{C}\p{Z}]+/gu`,
    to: String.raw`/[\p{Z}]+/gu`,
    test: attacks,
    named: 'a name without tricks',
  },
  {
    what: 'a registered app names addresses to ask',
    file: metadata,
    from: `    ...(!isRegistered && { ...keys, client_id }),`,
    to: `    ...{ ...keys, ...(!isRegistered && { client_id }) },`,
    test: attacks,
    named: 'nothing else of its own',
  },
  {
    what: 'descriptions of apps are read away from the internet',
    file: `${oauth}/fetch-description.ts`,
    from: `  if (reach === undefined) return new Response(null, { status: 403 })\n`,
    to: ``,
    test: attacks,
    named: 'away from the internet',
  },
  {
    what: 'descriptions of apps are read where the operator allows models alone',
    file: `${oauth}/fetch-description.ts`,
    from: `findReach(url, { ...config, modelHosts: [] })`,
    to: `findReach(url, config as never)`,
    test: attacks,
    named: 'away from the internet',
  },
  {
    what: 'descriptions of apps may be of any size',
    file: `${oauth}/fetch-description.ts`,
    from: `  maxBytes: 64_000,`,
    to: `  maxBytes: 64_000_000,`,
    test: attacks,
    named: 'huge, slow',
  },
  {
    what: 'a secret that everyone reads is accepted',
    file: metadata,
    from: `  if (!isRegistered && client_secret !== undefined) return undefined\n`,
    to: ``,
    test: attacks,
    named: 'with a secret',
  },
  {
    what: 'a page of another site registers apps',
    file: routes,
    from: `    if (request.method === 'POST') refuseCrossSite(request, config)\n`,
    to: ``,
    test: attacks,
    named: 'neither registers',
  },
  {
    what: 'the OAuth server answers names that were made to resolve to this machine',
    file: routes,
    from: `    refuseForeignHost(request, config)\n`,
    to: ``,
    test: attacks,
    named: 'neither registers',
  },
  {
    what: 'an app that nobody vouches for is asked about without a warning',
    file: consent,
    from: `  if (host === null) return 'unvouched'\n`,
    to: ``,
    test: consentTest,
    named: 'null vouching',
  },
  {
    what: 'a code that somebody has sent is asked about without a warning',
    file: consent,
    from: `  if (kind === 'device') return 'onDevice'\n`,
    to: ``,
    test: consentTest,
    named: 'By device',
  },
  {
    what: 'a program of the computer is taken for the host of its description',
    file: consent,
    from: `returnsTo === null || returnsTo.endsWith(':')`,
    to: `returnsTo === ''`,
    test: consentTest,
    named: 'onThisComputer',
  },
]
