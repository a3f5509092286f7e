import { Button } from '#web/ui/controls/button.tsx'
import styles from './prompt-editor.module.css'

type EditorLineProps = {
  text: string
  actions: { label: string; onPress: () => void }[]
}

/** A message below the text, with its actions. */
export function EditorLine({ text, actions }: EditorLineProps) {
  return (
    <div className={styles.line}>
      <p>{text}</p>
      <div className="flex wrap gap-8">
        {actions.map(({ label, onPress }) => (
          <Button key={label} className={styles.lineAction} onClick={onPress}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
