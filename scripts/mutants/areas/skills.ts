import type { Mutation } from '#scripts/mutants/mutation.ts'

const skills = 'web/transfer/formats/skills'
const writing = 'contract/transfer/skills'
const test = `${skills}/skills.test.ts`
const invisible = 'web/library/invisible/find-invisible'

export const skillsMutations: readonly Mutation[] = [
  {
    what: 'a text that agents execute is in SKILL.md',
    file: `${writing}/write-skill.ts`,
    from: 'isExecuted(text) || ',
    to: '',
    test,
    named: 'execute or replace',
  },
  {
    what: 'agents replace words with a dollar in SKILL.md',
    file: `${writing}/write-inert.ts`,
    from: String.raw`\$[\w{]|`,
    to: '',
    test,
    named: 'execute or replace',
  },
  {
    what: 'agents execute what is in the fields of SKILL.md',
    file: `${writing}/write-inert.ts`,
    from: `/[$@`,
    to: `/[`,
    test,
    named: 'whatever is in it',
  },
  {
    what: 'what is left out of a skill is not told',
    file: `${skills}/skills.ts`,
    from: 'if (files.length === 0) return',
    to: 'if (files.length >= 0) return',
    test,
    named: 'names the files left out',
  },
  {
    what: 'instructions hidden in Unicode tags are not counted',
    file: `${invisible}.ts`,
    from: String.raw`\uFEFF\u{E0000}-\u{E007F}${'`'}`,
    to: String.raw`\uFEFF${'`'}`,
    test: `${invisible}.test.ts`,
    named: 'hidden in tags',
  },
  {
    what: 'any letters after a flag pass for it',
    file: `${invisible}.ts`,
    from: String.raw`\u{E0067}\u{E0062}[\u{E0061}-\u{E007A}]{3}`,
    to: String.raw`[\u{E0020}-\u{E007E}]+`,
    test: `${invisible}.test.ts`,
    named: 'after a flag that is none',
  },
]
