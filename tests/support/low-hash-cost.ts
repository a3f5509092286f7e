// Lowers the cost of hashing passwords in a process that loads this, since its tests register all the time.
import { hashCost } from '#server/accounts/password/hash-password.ts'

export const fullCost = { ...hashCost }
export const lowCost = { memory: 8, passes: 1 }

Object.assign(hashCost, lowCost)
