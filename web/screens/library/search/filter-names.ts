/** The filters of a search, as named in the address. */
export const filterNames = ['inFolder', 'hasVariables', 'isPublic', 'isFavourite'] as const
export type FilterName = (typeof filterNames)[number]
