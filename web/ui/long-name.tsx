import { useState } from 'react'
import styles from './long-name.module.css'

const enough = 80

/**
 * A user's name within a sentence of ours, in its own direction. One that would fill the question keeps to
 * its beginning, and a press shows the rest.
 */
export function LongName({ name, label }: { name: string; label: string }) {
  const [isWhole, setWhole] = useState(false)
  const characters = Array.from(name)
  if (isWhole || characters.length <= enough) return <bdi>{name}</bdi>
  return (
    <>
      <bdi>{characters.slice(0, enough).join('').trimEnd()}</bdi>
      <button
        type="button"
        className={styles.rest}
        aria-label={label}
        title={name}
        onClick={() => setWhole(true)}
      >
        …
      </button>
    </>
  )
}
