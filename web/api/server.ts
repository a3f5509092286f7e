/** How this client reaches the server. */
type Access = {
  fetch: (path: string, request: RequestInit) => Promise<Response>
  /** Called when the server no longer accepts this client's login. Missing: the login screen opens. */
  onRefused?: () => void
}

/** The app's pages come from the server, with its cookie. */
let access: Access = { fetch: (path, request) => fetch(path, request) }

/** Reaches the server in another way, from a client that is not one of its pages. */
export function reachServer(other: Access): void {
  access = other
}

/** Sends a request to a path of the server, as `fetch` does. */
export function fetchFromServer(path: string, request: RequestInit): Promise<Response> {
  return access.fetch(path, request)
}

/** Reports a refused login. Returns whether another client than the app takes it from there. */
export function reportRefusal(): boolean {
  access.onRefused?.()
  return access.onRefused !== undefined
}
