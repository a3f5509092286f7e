/** The answer of a call that only succeeds, and the start of others. */
export const success = { status: 'success' } as const
