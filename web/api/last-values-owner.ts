/** The account whose last values this browser keeps; logging out in any tab removes it. */
export const ownerKey = 'last-values-of'
export const lastValuesKey = 'last-values'

let owner: string | undefined

/** Sets the account that last values belong to. Those of another account are erased. */
export function setLastValuesOwner(accountId: string): void {
  owner = accountId
  try {
    if (localStorage.getItem(ownerKey) === accountId) return
    eraseLastValues()
    localStorage.setItem(ownerKey, accountId)
  } catch {
    // Without storage, nothing is kept.
  }
}

/** Whether this page's account is still the one that is logged in. */
export function isLastValuesOwner(): boolean {
  return owner !== undefined && localStorage.getItem(ownerKey) === owner
}

/** Erases the last values of every prompt, and that they were of an account. */
export function eraseLastValues(): void {
  try {
    localStorage.removeItem(lastValuesKey)
    localStorage.removeItem(ownerKey)
  } catch {
    // Without storage, nothing was kept.
  }
}
