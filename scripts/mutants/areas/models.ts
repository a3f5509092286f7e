import type { Mutation } from '#scripts/mutants/mutation.ts'

const models = 'server/models'
const guard = `${models}/guarded-request.test.ts`
const connections = `${models}/connections/connections.operations.test.ts`

export const modelsMutations: readonly Mutation[] = [
  {
    what: 'a model may be at an address of the link, such as that of cloud metadata',
    file: `${models}/addresses.rules.ts`,
    from: `  '169.254.0.0/16',\n`,
    to: '',
    test: guard,
    named: '169.254.169.254',
  },
  {
    what: 'a model may be at an IPv6 address that stands for one of IPv4',
    file: `${models}/addresses.rules.ts`,
    from: `  return globalIPv6.check(address, 'ipv6') && !specialIPv6`,
    to: `  return !specialIPv6`,
    test: guard,
    named: 'is refused: https://\\[',
  },
  {
    what: 'a number in the address of a model is not checked at connecting',
    file: `${models}/guarded-request.ts`,
    from: `(isIP(host) !== 0 && !mayReach(host, reach))`,
    to: `host === ''`,
    test: guard,
    named: 'is refused: https://127.0.0.1',
  },
  {
    what: 'one public address of a name is enough',
    file: `${models}/guarded-request.ts`,
    from: `!addresses.every(`,
    to: `!addresses.some(`,
    test: guard,
    named: 'is refused: https://10.0.0.1',
  },
  {
    what: 'the addresses of a name are not checked',
    file: `${models}/guarded-request.ts`,
    from: `    lookup: lookupWithin(reach, resolve),\n`,
    to: `    lookup: lookupWithin('anywhere', resolve),\n`,
    test: guard,
    named: 'is refused: https://192.168.1.1',
  },
  {
    what: 'a model may be asked without TLS',
    file: `${models}/guarded-request.ts`,
    from: `(!isSecure && reach === 'internet')`,
    to: `(!isSecure && reach === 'self')`,
    test: guard,
    named: 'without TLS',
  },
  {
    what: 'on localhost, connections lead to the whole network',
    file: `${models}/addresses.rules.ts`,
    from: `  if (reach === 'self') return loopback`,
    to: `  if (reach === 'self') return true || loopback`,
    test: guard,
    named: 'On localhost',
  },
  {
    what: 'an answer of a model has no limit',
    file: `${models}/guarded-request.ts`,
    from: `if (bytes > most)`,
    to: `if (bytes > most ** 2)`,
    test: `${models}/stream-answer.test.ts`,
    named: 'flood',
  },
  {
    what: 'a key is sealed without its row and address',
    file: `${models}/seal-secrets.ts`,
    from: `JSON.stringify([name, ...bound])`,
    to: `JSON.stringify([name, bound.length])`,
    test: connections,
    named: 'of no use in another row',
  },
  {
    what: 'a connection leads elsewhere with its key',
    file: `${models}/connections/save-connection.ts`,
    from: `if (leadsElsewhere && former`,
    to: `if (!leadsElsewhere && former`,
    test: connections,
    named: 'only if their key is given again',
  },
  {
    what: 'the download of an account has sealed keys',
    file: 'server/accounts/profile/collect-account.ts',
    from: `(await listConnectionRows(db.background, owner)).map(toConnection)`,
    to: `await listConnectionRows(db.background, owner)`,
    test: connections,
    named: 'come with the download',
  },
]
