/** A family of metrics in the text format of Prometheus, version 0.0.4. */
export type Family = {
  /** Without the prefix. */
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: readonly Sample[]
}

export type Sample = {
  /** The suffix of the family's name, such as `_bucket`. */
  suffix?: string
  labels?: Readonly<Record<string, string | number>>
  value: number
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes metrics in Prometheus format. */
export function writeFamilies(families: readonly Family[]): string {
  return families
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${value}`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function writeLabels(labels: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(String(value))}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
