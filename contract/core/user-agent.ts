/** Tokens of `User-Agent`, from the most specific to the one that every browser sends. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** The known browser and system in a `User-Agent`. */
export function readUserAgent(userAgent: string): { browser?: string; system?: string } {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([token]) => userAgent.includes(token))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  return { ...(browser && { browser }), ...(system && { system }) }
}
