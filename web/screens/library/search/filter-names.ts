/** The conditions that a search can be narrowed by, as they stand in the address. */
export const filterNames = ['inFolder', 'hasVariables', 'isPublic', 'isFavourite'] as const
export type FilterName = (typeof filterNames)[number]
