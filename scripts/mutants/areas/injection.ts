import type { Mutation } from '#scripts/mutants/mutation.ts'

const attacks = 'tests/attacks'

export const injectionMutations: readonly Mutation[] = [
  {
    what: 'quotes are not escaped in HTML',
    file: 'server/http/escape-html.ts',
    from: `    .replaceAll('"', '&quot;')\n`,
    to: ``,
    test: 'server/site/shared-prompt.routes.test.ts',
    named: 'never markup',
  },
  {
    what: 'the mailer parses one address as several',
    file: 'server/mail/build-transport.ts',
    from: `to: { name: '', address: mail.recipient }`,
    to: `to: mail.recipient`,
    test: `${attacks}/hostile-texts.test.ts`,
    named: 'gets at most its own mail',
  },
]
