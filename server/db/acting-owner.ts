import { AsyncLocalStorage } from 'node:async_hooks'
import type { AccountNo } from '#server/db/owner.ts'

const acting = new AsyncLocalStorage<AccountNo>()

/** Attributes work to an account, so that SQLite's background can serve accounts in turn. Grants no access. */
export function actFor<Result>(account: AccountNo, work: () => Result): Result {
  return acting.run(account, work)
}

/** Like `actFor`, for items that a caller reads later, one by one. */
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
