// Subsets the fonts to the characters of English and German and to the weights in use, which saves more than half
// of the bytes. Browsers fetch the full fonts for other characters. Run it by hand after updating the fonts, and
// commit the output.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const ascii = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)).join('')
// The same characters as `unicode-range` in web/ui/fonts.css.
const characters = `${ascii}\u00A0\u200BäöüßÄÖÜ€©·×–—‘’‚“”„…`

const fonts = [
  { name: 'geist', file: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2' },
  {
    name: 'geist-mono',
    file: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  },
  {
    name: 'instrument-serif',
    file: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
    isStatic: true,
  },
  {
    name: 'instrument-serif-italic',
    file: '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
    isStatic: true,
  },
]

for (const { name, file, isStatic = false } of fonts) {
  const whole = await readFile(fileURLToPath(import.meta.resolve(file)))
  const subset = await subsetFont(whole, characters, {
    targetFormat: 'woff2',
    ...(!isStatic && { variationAxes: { wght: { min: 400, max: 700 } } }),
  })
  await writeFile(new URL(`../../web/ui/fonts/${name}.woff2`, import.meta.url), subset)
  console.log(`${name}: ${subset.length} of ${whole.length} bytes`)
}
