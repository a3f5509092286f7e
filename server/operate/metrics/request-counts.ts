import type { AnsweredRequest } from '#server/http/request-log.ts'
import type { Family, Sample } from '#server/operate/metrics/metrics.rules.ts'

/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

type Durations = { labels: { method: string; route: string }; counts: number[]; seconds: number }

/** Counts answered requests since the start of the process, by route and status. */
export class RequestCounts {
  #answers = new Map<string, { labels: Record<string, string | number>; count: number }>()
  #durations = new Map<string, Durations>()

  add({ method, route, status, ms }: AnsweredRequest): void {
    const place = `${method} ${route}`
    const key = `${status} ${place}`
    const answers = this.#answers.get(key) ?? { labels: { method, route, status }, count: 0 }
    answers.count += 1
    this.#answers.set(key, answers)

    const durations = this.#durations.get(place) ?? {
      labels: { method, route },
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
      seconds: 0,
    }
    const seconds = ms / 1000
    const bucket = bounds.findIndex((bound) => seconds <= bound)
    const at = bucket === -1 ? bounds.length : bucket
    durations.counts[at] = (durations.counts[at] ?? 0) + 1
    durations.seconds += seconds
    this.#durations.set(place, durations)
  }

  toFamilies(): Family[] {
    return [
      {
        name: 'promptshelf_http_requests_total',
        type: 'counter',
        help: 'Answered requests, by route and status.',
        samples: [...this.#answers.values()].map(({ labels, count }) => ({ labels, value: count })),
      },
      {
        name: 'promptshelf_http_request_duration_seconds',
        type: 'histogram',
        help: 'From the arrival of a request to the end of its answer, streams included.',
        samples: [...this.#durations.values()].flatMap(toHistogram),
      },
    ]
  }
}

function toHistogram({ labels, counts, seconds }: Durations): Sample[] {
  let total = 0
  const buckets = counts.map((count, at) => {
    total += count
    return { suffix: '_bucket', labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: total },
  ]
}
