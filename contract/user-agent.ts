/** What a browser calls itself, from the most telling name to the one that all of them bear. */
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

/** The browser and the system that a `User-Agent` names, as far as they are known. */
export function readUserAgent(userAgent: string): { browser?: string; system?: string } {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([token]) => userAgent.includes(token))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  return { ...(browser && { browser }), ...(system && { system }) }
}
