import { AsyncLocalStorage } from 'node:async_hooks'
import type { AccountNo } from '#server/db/owner.ts'

const acting = new AsyncLocalStorage<AccountNo>()

/** Runs work for an account. SQLite's background process serves accounts in turn by this; it grants no access. */
export function actFor<Result>(account: AccountNo, work: () => Result): Result {
  return acting.run(account, work)
}

/** As `actFor`, for what is read piece by piece by others. */
export async function* readFor<Item>(
  account: AccountNo,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await actFor(account, () => iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}

/** The account that the caller works for; undefined for the server's own work. */
export function actingOwner(): AccountNo | undefined {
  return acting.getStore()
}
