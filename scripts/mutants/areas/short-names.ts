import type { Mutation } from '#scripts/mutants/mutation.ts'

const test = 'server/library/prompts/short-names.test.ts'

export const shortNamesMutations: readonly Mutation[] = [
  {
    what: `a taken short name is not looked for`,
    file: 'server/library/prompts/save-prompt.ts',
    from: `  if (proposal !== shortName) throw new ApiError('short_name_taken', { proposal })\n`,
    to: ``,
    test,
    named: `is unique in an account, with a free proposal`,
  },
  {
    what: `short names of other accounts count as taken, and so tell of them`,
    file: 'server/library/prompts/prompts.queries.ts',
    from: `where owner_no = \${owner} and short_name is not null`,
    to: `where short_name is not null`,
    test,
    named: `is unique in an account, with a free proposal`,
  },
  {
    what: `the database lets two prompts have one short name`,
    file: 'server/db/migrations/0002-short-names.ts',
    from: `create unique index prompts_by_short_name`,
    to: `create index prompts_by_short_name`,
    test,
    named: `is guarded by the database itself`,
  },
  {
    what: `a short name comes back from the trash beside its equal`,
    file: 'server/library/trash/restore-trash.ts',
    from: `await numberShortNames(db, owner, prompts)`,
    to: `prompts`,
    test,
    named: `comes back from the trash`,
  },
  {
    what: `an import numbers its short names without looking at each other`,
    file: 'server/library/prompts/save-prompt.ts',
    from: `      taken.add(shortName)\n`,
    to: ``,
    test,
    named: `gets a number in an import`,
  },
  {
    what: `a copy takes the short name of its original`,
    file: 'server/library/selection/copy-selection.ts',
    from: `await numberShortNames(transaction, owner, [copy])`,
    to: `[copy]`,
    test,
    named: `gets a number in copies`,
  },
  {
    what: `a search by short name leaves its scope`,
    file: 'server/library/search/short-name-hits.queries.ts',
    from: `        \${inScope(search)}\``,
    to: `\``,
    test: 'server/library/search/search-library.test.ts',
    named: `finds short names by their beginning`,
  },
]
