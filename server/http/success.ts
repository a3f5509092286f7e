/** The answer, or the beginning of it, of a call that has done what it was asked. */
export const success = { status: 'success' } as const
