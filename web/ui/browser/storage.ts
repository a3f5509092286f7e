/** What this device stores. Nothing is stored if the browser blocks site data; reading then returns null. */
export const deviceStorage = guard(() => localStorage)
/** The same for this tab. */
export const tabStorage = guard(() => sessionStorage)

/** Blocked storage throws as soon as it is accessed, so that happens with each call. */
function guard(storage: () => Storage) {
  return {
    getItem: (key: string) => orNull(() => storage().getItem(key)),
    setItem: (key: string, text: string) => void orNull(() => storage().setItem(key, text)),
    removeItem: (key: string) => void orNull(() => storage().removeItem(key)),
  }
}

function orNull<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
