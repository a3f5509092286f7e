import { Document, isScalar, visit } from 'yaml'

/**
 * What an agent executes or replaces when it reads a skill: ``!`command` ``, `!{command}`, `$ARGUMENTS`, `$0`, `${NAME}`
 * and `@file`. Rather too much than too little: a harmless text loses nothing by being in a file of its own.
 */
const executed = /!`|`!|!\{|\$[\w{]|(?<!\w)@\S/

export function isExecuted(text: string): boolean {
  return executed.test(text)
}

/**
 * Signs of what is executed; three dashes, at which the published validator splits a file even in the middle of a line;
 * and characters that other parsers of YAML reject or take for line breaks.
 */
const escaped = /[$@\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|!(?=[`{])|(?<=`)!|-(?=--)/g

/** Writes YAML in which nothing can be executed or replaced: such characters are escapes, and reading restores them. */
export function writeInert(value: unknown): string {
  const document = new Document(value, {
    schema: 'core',
    // YAML 1.1 parsers read `yes`, `12:30` and dates as other types.
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  })
  visit(document, (_key, node) => {
    if (!isScalar(node) || typeof node.value !== 'string') return
    // Only quoted texts can have escapes.
    if (node.value.search(escaped) >= 0) node.type = 'QUOTE_DOUBLE'
  })
  return document
    .toString({
      lineWidth: 0,
      blockQuote: false,
      singleQuote: false,
      doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    })
    .replaceAll(escaped, (sign) => {
      const code = sign.charCodeAt(0)
      return code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
    })
}

function hex(code: number, length: number): string {
  return code.toString(16).padStart(length, '0')
}
