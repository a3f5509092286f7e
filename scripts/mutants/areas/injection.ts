import type { Mutation } from '#scripts/mutants/mutation.ts'

const attacks = 'tests/attacks'

export const injectionMutations: readonly Mutation[] = [
  {
    what: 'quotes are not escaped in HTML',
    file: 'server/core/texts/escape-html.ts',
    from: `    .replaceAll('"', '&quot;')\n`,
    to: ``,
    test: 'server/http/site/shared-prompt.routes.test.ts',
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
  {
    what: 'a text ends the script element that holds it',
    file: 'web/entries/prerender/script-text.ts',
    from: `.replaceAll('<', '\\\\u003c')`,
    to: ``,
    test: 'web/entries/prerender/script-text.test.ts',
    named: 'cannot end its script element',
  },
]
