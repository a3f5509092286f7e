import type { OwnerNo } from '#server/db/owner.ts'

/**
 * A row's key is its owner's number and a sequence number side by side, so that on SQLite, which
 * orders a table by this key, one library is one stretch of the file. 24 bits leave an owner 16.7
 * million rows over its whole life and the server 2^29 owners within the safe integers.
 */
const rowsPerOwner = 2 ** 24

/** The key of an owner's `seq`-th row; `seq` counts from 1. */
export function toRid(owner: OwnerNo, seq: number): number {
  if (seq >= rowsPerOwner) throw new Error('The owner has used up all row numbers.')
  return owner * rowsPerOwner + seq
}

/** The first and the last key that an owner's rows can have. */
export function ridRange(owner: OwnerNo): [first: number, last: number] {
  return [owner * rowsPerOwner, (owner + 1) * rowsPerOwner - 1]
}
