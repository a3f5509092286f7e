import type { Mutation } from '#scripts/mutants/mutation.ts'

const attacks = 'tests/attacks'

export const otherSitesMutations: readonly Mutation[] = [
  {
    what: 'a sibling host may send writes',
    file: 'server/http/guards/cross-site.ts',
    from: `site === 'same-origin' ||`,
    to: `site.startsWith('same-') ||`,
    test: `${attacks}/cross-site.test.ts`,
    named: 'No forged request',
  },
  {
    what: 'another site logs users out',
    file: 'server/http/api/serve-calls.ts',
    from: `if (call.effect === 'write' &&`,
    to: `if (call.method === 'POST' &&`,
    test: 'server/http/api/access.test.ts',
    named: 'From another site',
  },
  {
    what: 'a request with an ambiguous host is answered',
    file: 'server/http/guards/unclear-hosts.ts',
    from: `oneHost.test(host) && httpVersion !== '0.9'`,
    to: `httpVersion !== '0.9'`,
    test: `${attacks}/broken-requests.test.ts`,
    named: 'has (words|a list|a user|a path)',
  },
  {
    what: 'pages may be framed',
    file: 'server/http/security-headers.ts',
    from: `      'form-action': "'self'",\n      'frame-ancestors': "'none'",`,
    to: `      'form-action': "'self'",`,
    test: `${attacks}/headers.test.ts`,
    named: 'of a page',
  },
  {
    what: 'any inline script runs in a page',
    file: 'server/http/security-headers.ts',
    from: `["'self'", ...hashes]`,
    to: `["'self'", "'unsafe-inline'"]`,
    test: `${attacks}/headers.test.ts`,
    named: 'of a page',
  },
  {
    what: 'answers are cacheable',
    file: 'server/http/security-headers.ts',
    from: `    'cache-control': 'no-store',\n`,
    to: ``,
    test: `${attacks}/headers.test.ts`,
    named: 'of the API',
  },
  {
    what: 'answers are readable by any origin',
    file: 'server/http/security-headers.ts',
    from: `  return {\n    'cache-control': 'no-store',`,
    to: `  return {\n    'access-control-allow-origin': '*',\n    'cache-control': 'no-store',`,
    test: `${attacks}/cross-site.test.ts`,
    named: `another origin`,
  },
]
