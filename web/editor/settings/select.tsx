import type { ComponentProps } from 'react'
import { ChevronDown } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './settings.module.css'

/** A native select, styled like the other fields. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={styles.select}>
      <select className={classNames(className, styles.selectField)} {...rest} />
      <ChevronDown size={16} />
    </span>
  )
}
