import type { ReactNode } from 'react'

/** For the `<bdi>` of a message: what a user wrote, so that its direction does not disturb ours. */
export function bdi(text: ReactNode) {
  return <bdi>{text}</bdi>
}
