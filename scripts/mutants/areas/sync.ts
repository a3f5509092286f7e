import type { Mutation } from '#scripts/mutants/mutation.ts'

const decide = 'cli/sync/decide-change.ts'
const deciding = { test: 'cli/sync/decide-change.test.ts', named: 'Whatever was done' }
const clones = 'cli/sync/clones.test.ts'
const test = 'cli/sync/sync.test.ts'
const skills = { test: 'cli/sync/skills/skills.test.ts', named: 'touches nothing of others' }

export const syncMutations: readonly Mutation[] = [
  {
    what: 'a deletion in the library beats an edit here',
    file: decide,
    from: `here.content === base?.content ? 'delete-here' : 'create-there'`,
    to: `base !== undefined ? 'delete-here' : 'create-there'`,
    ...deciding,
  },
  {
    what: 'a deletion here beats an edit in the library',
    file: decide,
    from: `there.content === base?.content ? 'delete-there' : 'create-here'`,
    to: `base !== undefined ? 'delete-there' : 'create-here'`,
    ...deciding,
  },
  {
    what: 'the library replaces what was changed here',
    file: decide,
    from: `if (here.content === base?.content) return 'pull'`,
    to: `if (base !== undefined) return 'pull'`,
    ...deciding,
  },
  {
    what: 'a file replaces what was changed in the library',
    file: decide,
    from: `if (there.content === base?.content) return 'push'`,
    to: `if (base !== undefined) return 'push'`,
    ...deciding,
  },
  {
    what: 'a file without a known state replaces the prompt',
    file: decide,
    from: `  return 'conflict'`,
    to: `  return base === undefined ? 'push' : 'conflict'`,
    ...deciding,
  },
  {
    what: 'a move here undoes one in the library',
    file: decide,
    from: `return there.place === base?.place ? 'there' : 'here'`,
    to: `return here.place === base?.place ? 'here' : 'there'`,
    ...deciding,
  },
  {
    what: 'a change in the library during a sync is overwritten',
    file: 'cli/sync/change-there.ts',
    from: `{ promptId: id, ...content, updatedAt: baseUpdatedAt }`,
    to: `{ promptId: id, ...content }`,
    test: clones,
    named: 'overwrite nothing',
  },
  {
    what: 'a change here during a sync is overwritten',
    file: 'cli/sync/write-directory.ts',
    from: `    if (!isSame) throw`,
    to: `    if (found === undefined && !isSame) throw`,
    test: clones,
    named: 'overwrite nothing',
  },
  {
    what: 'a killed sync creates a prompt twice',
    file: 'cli/sync/change-there.ts',
    from: `if (file) sync.state.creating[file.path] = file.hash`,
    to: `if (file) sync.state.creating[file.path] = ''`,
    test: clones,
    named: 'make no prompt twice',
  },
  {
    what: 'a file outside is read through a link',
    file: 'cli/sync/read-directory.ts',
    from: `if (entry.isSymbolicLink()) {`,
    to: `if (entry.isSymbolicLink() && !isPrompt) {`,
    test,
    named: 'what it leaves alone',
  },
  {
    what: 'a file is written outside through a link',
    file: 'cli/prompts/own-directory.ts',
    from: `if (!found.isDirectory()) throw new PathError('link')`,
    to: ``,
    test: 'cli/prompts/own-directory.test.ts',
    named: 'is not left by the path',
  },
  {
    what: 'a state of somebody else leads out of the directory',
    file: 'cli/sync/sync-state.ts',
    from: `!name.startsWith('.') && `,
    to: ``,
    test,
    named: 'takes over what was killed',
  },
  {
    what: 'two runs work on one directory',
    file: 'cli/sync/sync-state.ts',
    from: `(held !== undefined && !isOver)`,
    to: `held === ''`,
    test,
    named: 'once at a time',
  },
  {
    what: 'many prompts are deleted without a question',
    file: 'cli/commands/sync/sync-command.ts',
    from: `Math.max(here, there) > manyDeletions`,
    to: `here > manyDeletions`,
    test,
    named: 'asks before many deletions',
  },
  {
    what: 'a skill of others is overwritten',
    file: 'cli/sync/skills/sync-skills.ts',
    from: `main === undefined || !isOurs(main)`,
    to: `main === undefined`,
    ...skills,
  },
  {
    what: 'an edited skill is overwritten',
    file: 'cli/sync/skills/sync-skills.ts',
    from: `return isAsWritten || isAsWanted ? undefined : 'edited'`,
    to: `return isAsWritten || isAsWanted || !wanted ? 'edited' : undefined`,
    ...skills,
  },
]
