import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'
import styles from './factors.module.css'

const code = lazyCode(() => import('uqr'))

/** White modules around the code, without which scanners do not detect it. */
const border = 4

/** Renders a text as a QR code, black on white in both themes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { code: loaded } = useLazyCode(code)
  // Reserves the same space before it has loaded.
  if (!loaded) return <div className={styles.qrCode} />
  const { data, size } = loaded.encode(text, { ecc: 'M', border })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.qrCode}
    >
      <path d={path} />
    </svg>
  )
}
