import type { ComponentProps } from 'react'
import { ChevronDown } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import fieldStyles from './field.module.css'
import styles from './select.module.css'

/** A native select, styled like the other fields. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={styles.select}>
      <select className={classNames(fieldStyles.input, styles.field, className)} {...rest} />
      <ChevronDown size={16} />
    </span>
  )
}
