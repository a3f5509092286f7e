import { channelsOf, defaultColor, textColorOn } from '#contract/core/colors.ts'

/** `raw`: the owner's exact colour; `line`: separates the ground from a surface of the same colour. */
export type OwnerColor = { ground: string; ink: string; raw: string; line: string }

const readable = 4.5
/**
 * The colour of items without a chosen colour. The dark theme does not show it, because it would be the brightest area
 * on the screen.
 */
const unchosen: OwnerColor = {
  ground: `light-dark(#${defaultColor}, var(--surface))`,
  ink: 'light-dark(#000000, var(--ink))',
  raw: `light-dark(#${defaultColor}, var(--surface))`,
  line: 'light-dark(transparent, var(--hairline))',
}

const known = new Map<string, OwnerColor>([[defaultColor, unchosen]])

/**
 * Returns the background and text colours for an item with its owner's colour. If their contrast is too
 * low, the background is darkened, keeping its hue, until the contrast is 4.5:1.
 */
export function ownerColor(color: string): OwnerColor {
  let pair = known.get(color)
  if (!pair) {
    const ink = textColorOn(color)
    pair = {
      ground: ink === 'white' ? deepened(color) : `#${color}`,
      ink: ink === 'white' ? '#ffffff' : '#000000',
      raw: `#${color}`,
      line: 'transparent',
    }
    known.set(color, pair)
  }
  return pair
}

function deepened(color: string): string {
  const linear = channelsOf(color).map(toLinear) as Rgb
  let [lightness, a, b] = toOklab(linear)
  let deeper = linear
  while (contrastWithWhite(deeper) < readable) {
    lightness -= 0.005
    deeper = fromOklab([lightness, a, b]).map(clamp) as Rgb
    // The colour space holds less chroma at lower lightness: mere clipping would shift the hue.
    a *= 0.998
    b *= 0.998
  }
  const hex = deeper.map((channel) => Math.round(toGamma(channel)).toString(16).padStart(2, '0'))
  return `#${hex.join('')}`
}

type Rgb = [number, number, number]

function contrastWithWhite([red, green, blue]: Rgb) {
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function toLinear(channel: number) {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function toGamma(value: number) {
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
}

function clamp(value: number) {
  return Math.min(1, Math.max(0, value))
}

// Oklab by Björn Ottosson, https://bottosson.github.io/posts/oklab/
function toOklab([red, green, blue]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
