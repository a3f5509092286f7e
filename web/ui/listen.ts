type Events = WindowEventMap & DocumentEventMap

/** Listens to events. Returns a function that stops listening. */
export function listen<Name extends keyof Events>(
  target: EventTarget | null | undefined,
  names: readonly Name[],
  listener: (event: Events[Name]) => void,
): () => void {
  const ending = new AbortController()
  for (const name of names) {
    target?.addEventListener(name, listener as EventListener, { signal: ending.signal })
  }
  return () => ending.abort()
}
