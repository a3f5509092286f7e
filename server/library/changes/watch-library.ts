import type { z } from 'zod/mini'
import type { changeCalls } from '#contract/library/changes.ts'
import { resolvesWithin } from '#server/core/resolves-within.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'

type Line = z.output<typeof changeCalls.watchLibrary.answer>

/** How often a silent stream checks whether its reader and its actor are still there. */
const checkMs = 1_000
/** Shorter than the idle timeouts of proxies. */
export const pingMs = 25_000

/**
 * Streams the number of a library, immediately and after each change. A slow reader skips numbers. Undefined: nothing
 * to send for a second.
 */
export async function* watchLibrary(
  { changes }: Pick<Services, 'changes'>,
  owner: OwnerNo,
): AsyncGenerator<Line | undefined, void, undefined> {
  const { library, stop } = changes.watch(owner)
  try {
    let known: number | undefined
    let sentAt = performance.now()
    while (!changes.isClosed()) {
      // Before the number is read, so that no change is missed.
      const change = library.changed()
      if (library.changeNo !== known) {
        known = library.changeNo
        sentAt = performance.now()
        yield { next: String(known) }
      } else if (!(await resolvesWithin(checkMs, change))) {
        const isSilent = performance.now() - sentAt >= pingMs
        if (isSilent) sentAt = performance.now()
        yield isSilent ? { ping: 1 } : undefined
      }
    }
  } finally {
    stop()
  }
}
