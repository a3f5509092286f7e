import type { Mutation } from '#scripts/mutants/mutation.ts'

const chunks = 'cli/server/read-chunks.ts'
const chunksTest = 'cli/server/read-chunks.test.ts'
const login = 'cli/server/device-flow.ts'
const loginTest = 'tests/attacks/command-line/device-login.test.ts'

export const connectionsMutations: readonly Mutation[] = [
  {
    what: `an export that drips has no end`,
    file: chunks,
    from: `received >= (leastRate * longestMs) / 1000`,
    to: `received > 0`,
    test: chunksTest,
    named: `drips ends`,
  },
  {
    what: `each byte of an export is waited for anew`,
    file: chunks,
    from: `leftMs -= performance.now() - from`,
    to: `from`,
    test: chunksTest,
    named: `drips ends`,
  },
  {
    what: `an answer takes any time`,
    file: chunks,
    from: `setTimeout(end, longestAnswerMs)`,
    to: `setTimeout(() => {}, longestAnswerMs)`,
    test: chunksTest,
    named: `more than a day`,
  },
  {
    what: `the time of a reader counts as silence of the server`,
    file: chunks,
    from: `      clearTimeout(timer)
`,
    to: ``,
    test: chunksTest,
    named: `that a reader takes`,
  },
  {
    what: `the code of a login never expires`,
    file: login,
    from: `z.maximum(3600)`,
    to: `z.maximum(1e301)`,
    test: loginTest,
    named: `never expires`,
  },
  {
    what: `the code of a login fills the terminal`,
    file: login,
    from: `user_code: z.string().check(z.minLength(1), z.maxLength(100))`,
    to: `user_code: z.string()`,
    test: loginTest,
    named: `the code is (?:empty|endless)`,
  },
  {
    what: `a browser is opened with an address of any length`,
    file: login,
    from: `WebAddress.check(z.maxLength(2000))`,
    to: `WebAddress`,
    test: loginTest,
    named: `the address with the code is endless`,
  },
  {
    what: `any text is taken for a token`,
    file: login,
    from: `z.string().check(z.regex(/^[!-~]{1,4000}$/))`,
    to: `z.string()`,
    test: loginTest,
    named: `that (?:is empty|has several)`,
  },
  {
    what: `a connection that breaks ends a login`,
    file: login,
    from: `parse(await readText(response, url))`,
    to: `parse(await response.text().catch(() => ''))`,
    test: loginTest,
    named: `breaks off`,
  },
  {
    what: `folders of a library are grouped in quadratic time`,
    file: 'contract/core/group-by.ts',
    from: `else group.push(item)`,
    to: `else groups.set(key, [...group, item])`,
    test: 'cli/sync/place-folders.test.ts',
    named: `linear time: at the root`,
  },
  {
    what: `a folder is renamed although no path leads back`,
    file: 'cli/commands/organise/move-items.ts',
    from: `if (former.includes('/'))`,
    to: `if (former === '/')`,
    test: 'cli/commands/organise/organise.test.ts',
    named: `slash in its name`,
  },
]
