import { useState } from 'react'
import styles from './long-name.module.css'

const longest = 80

/**
 * For the `<bdi>` of a message that asks about something by its name: a long name is shortened, and a button shows the
 * rest. `label` is the button's.
 */
export function longName(name: string, label: string) {
  return () => <LongName name={name} label={label} />
}

function LongName({ name, label }: { name: string; label: string }) {
  const [isWhole, setWhole] = useState(false)
  const characters = Array.from(name)
  if (characters.length <= longest) return <bdi>{name}</bdi>
  if (isWhole) {
    // The button had the focus, which must not be lost with it.
    return (
      <bdi
        ref={(element) => {
          element?.focus()
        }}
        tabIndex={-1}
        className="no-outline"
      >
        {name}
      </bdi>
    )
  }
  return (
    <>
      <bdi>{beginningOf(characters)}</bdi>
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

/** Cuts between words if there are any. */
function beginningOf(characters: string[]): string {
  return characters
    .slice(0, longest)
    .join('')
    .replace(/\s+\S*$/, '')
}
