import { writeYaml } from '#contract/core/write-yaml.ts'

/**
 * What an agent executes or replaces when it reads a skill: ``!`command` ``, `!{command}`, `$ARGUMENTS`, `$0`,
 * `${NAME}` and `@file`. False positives are harmless, since such a text is only moved to a separate file.
 */
const executed = /!`|`!|!\{|\$[\w{]|(?<!\w)@\S/

export function isExecuted(text: string): boolean {
  return executed.test(text)
}

/**
 * Characters that start something executable, and three dashes, at which the published validator splits a file even in
 * the middle of a line.
 */
const escaped = /[$@]|!(?=[`{])|(?<=`)!|-(?=--)/g

/** Writes YAML in which nothing can be executed or replaced: such characters are escapes, and reading restores them. */
export function writeInert(value: unknown): string {
  // Only quoted texts can have escapes.
  const written = writeYaml(value, { isQuoted: (text) => text.search(escaped) >= 0 })
  return written.replaceAll(
    escaped,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
