import type { OwnerNo } from '#server/db/owner.ts'

/**
 * The key of a row combines its owner's number and a sequence number. SQLite stores a table in the order of
 * this key, so a library is contiguous in the file. 24 bits are 16.7 million rows over the life of an owner,
 * and leave 2^29 owners within the safe integers.
 */
const rowsPerOwner = 2 ** 24

/** Returns the key of an owner's `seq`-th row, counted from 1. */
export function toRid(owner: OwnerNo, seq: number): number {
  if (seq >= rowsPerOwner) throw new Error('The owner has used up all row numbers.')
  return owner * rowsPerOwner + seq
}

/** Returns the lowest and the highest key of an owner's rows. */
export function ridRange(owner: OwnerNo): [first: number, last: number] {
  return [owner * rowsPerOwner, (owner + 1) * rowsPerOwner - 1]
}
