// In memory only: the browser's history and storage outlive the tab.
let password = ''

/** Keeps the password of an account that has just been registered, for the login form that follows. */
export function keepRegisteredPassword(typed: string): void {
  password = typed
}

/** Returns that password; empty: no account has just been registered. */
export function readRegisteredPassword(): string {
  return password
}
