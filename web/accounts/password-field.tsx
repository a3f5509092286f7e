import { useState, type ComponentProps } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import styles from './password-field.module.css'

/** A password field with a button that shows the password. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const t = useTranslations('accounts')
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      tool={
        <IconButton
          label={t('showPassword', { field: props.label })}
          className={styles.show}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={18} />
        </IconButton>
      }
    />
  )
}
