import type { ReactNode } from 'react'

/** For the `<bdi>` of a message: isolates user text, so that its direction does not affect the message. */
export function bdi(text: ReactNode) {
  return <bdi>{text}</bdi>
}
