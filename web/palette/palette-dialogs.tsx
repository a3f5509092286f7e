import { KeyList } from './key-list.tsx'
import { Palette } from './palette.tsx'

type PaletteDialogsProps = { kind: 'palette' | 'keys'; open: boolean; onClose: () => void }

export function PaletteDialogs({ kind, ...dialog }: PaletteDialogsProps) {
  return kind === 'palette' ? <Palette {...dialog} /> : <KeyList {...dialog} />
}
