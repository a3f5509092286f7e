// As much of it as scripts/assets/subset-fonts.ts uses: the package has no types of its own.
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, { min: number; max: number }>
    },
  ): Promise<Uint8Array>
}
