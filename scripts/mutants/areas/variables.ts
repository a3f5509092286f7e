import type { Mutation } from '#scripts/mutants/mutation.ts'

export const variablesMutations: readonly Mutation[] = [
  {
    what: `a long text is parsed without the names that it is given`,
    file: 'contract/variables/variables.ts',
    from: `if (body.length < longText || named.size > 0) return`,
    to: `if (body.length < longText) return`,
    test: 'contract/variables/variables.test.ts',
    named: `with its names`,
  },
  {
    what: `an assistant turns former variables into code`,
    file: 'server/http/mcp/call-tool.ts',
    from: `toStoredForm(text, new Set(variableNames(former.prompt)))`,
    to: `toStoredForm(text)`,
    test: 'server/http/mcp/call-tool.test.ts',
    named: `stays one where an assistant`,
  },
  {
    what: `the settings of a variable that is removed are refused`,
    file: 'cli/prompts/describe-unknown.ts',
    from: `if (!former.has(variable)) report`,
    to: `if (!former.has(\` \`)) report`,
    test: 'cli/prompts/describe-unknown.test.ts',
    named: `being removed`,
  },
  {
    what: `settings of a later release are refused`,
    file: 'cli/prompts/describe-unknown.ts',
    from: `, ...had.map(({ kind }) => kind)]`,
    to: `]`,
    test: 'cli/prompts/describe-unknown.test.ts',
    named: `of a later release`,
  },
  {
    what: `letters that are swapped count as two mistakes`,
    file: 'contract/core/edit-distance.ts',
    from: `isSwapped ? (beforeLast[at - 2] ?? 0) + 1 :`,
    to: `isSwapped ? Number.POSITIVE_INFINITY :`,
    test: 'contract/core/edit-distance.test.ts',
    named: `changed to`,
  },
]
