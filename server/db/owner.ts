declare const ownerBrand: unique symbol

/**
 * The number that all rows of one user carry. It comes from a session or from making the user, and
 * nowhere else, so holding one is proof of who is asking.
 */
export type OwnerNo = number & { readonly [ownerBrand]: true }
