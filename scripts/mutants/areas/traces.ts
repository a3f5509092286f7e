import type { Mutation } from '#scripts/mutants/mutation.ts'

export const tracesMutations: readonly Mutation[] = [
  {
    what: 'the log contains the requested path',
    file: 'server/http/request-log.ts',
    from: `request.routeOptions.url ?? noRoute`,
    to: `request.url`,
    test: 'server/site/site.routes.test.ts',
    named: 'names no token',
  },
  {
    what: 'the log of a public server contains mailed links',
    file: 'server/mail/build-transport.ts',
    from: `const link = config.isLocal`,
    to: `const link = mail.id`,
    test: 'server/mail/start-mailing.test.ts',
    named: 'in no log of a public server',
  },
  {
    what: 'mails in the outbox are readable by other users of the machine',
    file: 'server/mail/build-transport.ts',
    from: '    makePrivateFile(`${file}.part`)\n',
    to: ``,
    test: 'server/db/sqlite/make-private.test.ts',
    named: 'a mail in the outbox',
  },
  {
    what: 'the database is readable by other users of the machine',
    file: 'server/db/sqlite/make-private.ts',
    from: `privateFile = 0o600`,
    to: `privateFile = 0o644`,
    test: 'server/db/sqlite/make-private.test.ts',
    named: 'the database',
  },
  {
    what: 'a demoted primary causes internal errors',
    file: 'server/db/failures.ts',
    from: `57014|25006|`,
    to: `57014|`,
    test: 'server/db/failures.test.ts',
    named: 'What PostgreSQL fails by',
  },
]
