/** The answer of a call without data, and part of other answers. */
export const success = { status: 'success' } as const
