import type { LibraryWriter } from './library-writer.ts'

/**
 * Starts all writers and resolves once `count` of their requests are acknowledged. The writers continue until a request
 * fails; `refusals` then resolves to the statuses of failed requests (500 and above).
 */
export async function writeUnderLoad(
  writers: readonly LibraryWriter[],
  count: number,
): Promise<{ refusals: Promise<number[]> }> {
  let remaining = count
  const enough = Promise.withResolvers<void>()
  const writing = writers.map((writer) =>
    writer.write(
      () => false,
      () => {
        remaining -= 1
        if (remaining === 0) enough.resolve()
      },
    ),
  )
  await enough.promise
  return { refusals: Promise.all(writing).then((refusals) => refusals.flat()) }
}
