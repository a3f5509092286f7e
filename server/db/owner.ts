declare const ownerBrand: unique symbol

/** The number of an account, in all of its rows. It proves nothing: an e-mail address leads to one. */
export type AccountNo = number

/**
 * The number of an account that the caller may act for. Only `accounts/mint-owner.ts` makes one, from a
 * proof. Queries take an `OwnerNo` and return plain numbers, so no row read opens another library.
 */
export type OwnerNo = AccountNo & { readonly [ownerBrand]: true }
