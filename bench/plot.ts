import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '#scripts/prepare.mjs'

export type Curve = { name: string; points: [x: number, y: number][] }

const width = 720
const height = 400
const margin = { top: 48, right: 150, bottom: 48, left: 64 }
const inks = ['#2563eb', '#d97706', '#059669', '#7c3aed']

/** Plots curves on logarithmic axes to `docs/images/<name>.svg`. */
export function plot(
  name: string,
  labels: { title: string; x: string; y: string },
  curves: Curve[],
) {
  const points = curves.flatMap((curve) => curve.points)
  const across = axis(
    points.map(([x]) => x),
    margin.left,
    width - margin.right,
  )
  const up = axis(
    points.map(([, y]) => y),
    height - margin.bottom,
    margin.top,
  )
  const lines = [
    ...across.ticks.map((tick) =>
      rule(across.at(tick), margin.top, across.at(tick), height - margin.bottom),
    ),
    ...up.ticks.map((tick) => rule(margin.left, up.at(tick), width - margin.right, up.at(tick))),
    ...across.ticks.map((tick) =>
      text(across.at(tick), height - margin.bottom + 18, brief(tick), 'middle'),
    ),
    ...up.ticks.map((tick) => text(margin.left - 8, up.at(tick) + 4, brief(tick), 'end')),
    text(margin.left, 24, labels.title, 'start', 'font-weight="600" font-size="15"'),
    text((margin.left + width - margin.right) / 2, height - 8, labels.x, 'middle'),
    text(8, margin.top - 8, labels.y, 'start'),
    ...curves.flatMap((curve, index) => draw(curve, inks[index % inks.length] ?? '#000')),
  ]
  const file = join(root, 'docs/images', `${name}.svg`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#3f3f46">
<rect width="100%" height="100%" fill="#fff"/>
${lines.join('\n')}
</svg>
`,
  )
  console.log(`\nDrawn: ${file}`)

  function draw(curve: Curve, ink: string): string[] {
    const path = curve.points.map(([x, y]) => `${round(across.at(x))},${round(up.at(y))}`)
    const [lastX = 0, lastY = 0] = curve.points.at(-1) ?? []
    return [
      `<polyline points="${path.join(' ')}" fill="none" stroke="${ink}" stroke-width="2"/>`,
      ...path.map(
        (point) =>
          `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3" fill="${ink}"/>`,
      ),
      text(across.at(lastX) + 10, up.at(lastY) + 4, curve.name, 'start', `fill="${ink}"`),
    ]
  }
}

/** A logarithmic axis from the power of ten below the values to the one above. */
function axis(values: number[], from: number, to: number) {
  const low = Math.log10(Math.min(...values))
  const high = Math.log10(Math.max(...values))
  const first = Math.floor(low)
  const last = Math.ceil(high)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
  const at = (value: number) => from + ((Math.log10(value) - first) / (last - first)) * (to - from)
  return { ticks, at }
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#e4e4e7"/>`
}

function text(x: number, y: number, content: string, anchor: string, more = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" ${more}>${content}</text>`
}

function brief(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`
  return value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(2)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
