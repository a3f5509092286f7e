/** The device's storage. If the browser blocks site data, nothing is stored, and reading returns null. */
export const deviceStorage = guard(() => localStorage)
/** The same for the tab's storage. */
export const tabStorage = guard(() => sessionStorage)

/** Accessing blocked storage throws, so each call accesses it separately. */
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
