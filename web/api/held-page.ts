let holders = 0

/** Keeps the page from being left without asking, since something on it is not saved. Gives what lets go. */
export function holdPage(): () => void {
  holders += 1
  return () => {
    holders -= 1
  }
}

export function isPageHeld(): boolean {
  return holders > 0
}
