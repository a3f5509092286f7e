import type { Mutation } from '#scripts/mutants/mutation.ts'

const test = 'cli/promptshelf.test.ts'

export const commandLineMutations: readonly Mutation[] = [
  {
    what: 'a prompt controls the terminal',
    file: 'cli/run-command.ts',
    from: `process.stdout.isTTY ? showControls(text) : text`,
    to: `process.stdout.isTTY ? text : text`,
    test,
    named: 'shows control characters',
  },
  {
    what: 'the help of a variable controls the terminal',
    file: 'cli/prompts/fill-in-form.ts',
    from: `style('faint', toOneLine(help))`,
    to: `style('faint', help)`,
    test: 'cli/terminal/terminal.test.ts',
    named: 'fills in every kind',
  },
  {
    what: 'tokens are read from a file that others may read',
    file: 'cli/server/config-file.ts',
    from: `(statSync(file).mode & 0o077) !== 0`,
    to: `(statSync(file).mode & 0o077) > 0o077`,
    test,
    named: 'refuses a file that others may read',
  },
  {
    what: 'tokens are written to a file that others may read',
    file: 'cli/server/config-file.ts',
    from: `chmodSync(draft, 0o600)`,
    to: `chmodSync(draft, 0o644)`,
    test,
    named: 'does not show the token',
  },
  {
    what: 'a token is sent without encryption',
    file: 'cli/server/servers.ts',
    from: `url.protocol === 'http:' && !isLoopback`,
    to: `url.protocol === 'ftp:' && !isLoopback`,
    test,
    named: 'without encryption',
  },
  {
    what: 'a request with a token is sent to where a server points',
    file: 'cli/server/make-client.ts',
    from: `redirect: 'manual'`,
    to: `redirect: 'follow'`,
    test,
    named: 'follows no redirect',
  },
]
