import { readdirSync, readFileSync } from 'node:fs'

/** A change of the code that breaks a promise, so that a test must fail. */
export type Mutation = {
  /** The defect of the mutated code, in one sentence. */
  what: string
  file: string
  /** Occurs once in the file. */
  from: string
  to: string
  test: string
  /** Matches the names of tests in `test`, of which at least one must fail. */
  named: string
}

const folder = new URL('areas/', import.meta.url)

/**
 * The mutations of all areas. After `@ file > test file` come mutations of that file: a line `what ~ named`, then the
 * replaced lines, each after a `-`, and the new ones, each after a `+`. A text that ends with a line break ends with an
 * empty line.
 */
export const mutations: readonly Mutation[] = readdirSync(folder).flatMap((area) =>
  readMutations(readFileSync(new URL(area, folder), 'utf8')),
)

function readMutations(text: string): Mutation[] {
  const found: (Omit<Mutation, 'from' | 'to'> & { from: string[]; to: string[] })[] = []
  let file = ''
  let test = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('@')) [file = '', test = ''] = line.slice(2).split(' > ')
    else if (line.startsWith('-')) found.at(-1)?.from.push(line.slice(1))
    else if (line.startsWith('+')) found.at(-1)?.to.push(line.slice(1))
    else if (line !== '') {
      const [what = '', named = ''] = line.split(' ~ ')
      found.push({ what, file, test, named, from: [], to: [] })
    }
  }
  return found.map(({ from, to, ...rest }) => ({
    ...rest,
    from: from.join('\n'),
    to: to.join('\n'),
  }))
}
