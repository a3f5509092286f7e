import { useRef, type ReactNode } from 'react'
import { useKeptFocus } from '#web/ui/keep-focus.ts'
import styles from './section.module.css'

type GroupProps = { id: string; title: string; children: ReactNode }

/** A group of sections, with its own address. */
export function Group({ id, title, children }: GroupProps) {
  return (
    <section id={id} className={styles.group} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className="panel">{children}</div>
    </section>
  )
}

type SectionProps = {
  id?: string
  title: string
  text?: ReactNode
  /** A word or two, such as "On". */
  state?: ReactNode
  children?: ReactNode
}

/** A section of the account, with its title next to it, or above it on a phone, and its state at the end. */
export function Section({ id, title, text, state, children }: SectionProps) {
  const section = useRef<HTMLElement>(null)
  useKeptFocus(section)
  return (
    <section ref={section} id={id} className={styles.section}>
      <h3>{title}</h3>
      {state && <span className={styles.state}>{state}</span>}
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.body}>{children}</div>
    </section>
  )
}
