declare const ownerBrand: unique symbol

/** The number of an account, in all of its rows. It proves nothing: anyone's address leads to theirs. */
export type AccountNo = number

/**
 * The number of an account that the caller may act for. Only `accounts/mint-owner.ts` creates one, from a proof. Queries
 * expect an `OwnerNo` and return plain numbers, so a number read from a row grants no access.
 */
export type OwnerNo = AccountNo & { readonly [ownerBrand]: true }
