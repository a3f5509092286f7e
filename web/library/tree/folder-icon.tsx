import { Folder } from 'lucide-react'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './folder-icon.module.css'

/** A folder icon in the colour chosen by its owner. */
export function FolderIcon({ color, size }: { color: string; size: number }) {
  return <Folder size={size} className={styles.folder} style={{ fill: ownerColor(color).raw }} />
}
