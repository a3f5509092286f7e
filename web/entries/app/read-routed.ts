import type { DataRouter } from 'react-router'

/** Resolves to the router's state once it has loaded its first screen. */
export function readRouted(router: DataRouter): Promise<DataRouter['state']> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve(router.state)
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      resolve(state)
    })
  })
}
