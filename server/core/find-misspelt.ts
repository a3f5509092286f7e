import { closestWord } from '#contract/core/closest-word.ts'
import { secretNames, variableNames } from '#server/config/config.ts'

/** Shorter names often belong to other programs: HOME is close to HOST. */
const shortest = 5

/** The names in an environment that are close to a variable of ours, with that variable. */
export function findMisspelt(environment: NodeJS.ProcessEnv): [name: string, meant: string][] {
  const known = [...variableNames, ...secretNames.map((name) => `${name}_FILE`)]
  return Object.keys(environment)
    .filter((name) => name.length >= shortest && !known.includes(name))
    .flatMap((name) => {
      const meant = closestWord(name, known)
      return meant === undefined ? [] : [[name, meant] as [string, string]]
    })
}
