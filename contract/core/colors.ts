/** The palette that folders and prompts share; the first entry is the default. */
export const palette = [
  'f1f5f9',
  'FF6B6B',
  '4ECDC4',
  'FFD166',
  '6A0572',
  '020617',
  'FF8E9E',
  'f97316',
  'A21CAF',
  '006D77',
  '2DB83D',
  '5E60CE',
  'dc2626',
  '1E88E5',
  'BC6C25',
] as const

export const defaultColor: string = palette[0]

const brightnessThreshold = 156

/** Returns a colour in its stored form: without `#`, and a palette colour in the palette's case. */
export function toStoredColor(color: string): string {
  const digits = color.replace('#', '')
  return palette.find((entry) => entry.toLowerCase() === digits.toLowerCase()) ?? digits
}

/** Returns white for a dark background, black for a light one. `color` is six hex digits. */
export function textColorOn(color: string): 'white' | 'black' {
  const [red, green, blue] = channelsOf(color)
  const brightness = (red * 299 + green * 587 + blue * 114) / 1000
  return brightness < brightnessThreshold ? 'white' : 'black'
}

/** Returns red, green and blue, each 0 to 255, from six hex digits. */
export function channelsOf(color: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(color, 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
