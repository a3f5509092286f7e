import * as z from 'zod/mini'
import type { OpenInTarget } from '#contract/library/open-in/open-in.ts'

const text = z.string('a text').check(z.minLength(1, 'a text'))

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

const address = z.string('an https:// address').check(z.refine(isHttps, 'an https:// address'))
const addressWithText = z
  .string('an https:// address with {prompt} in it')
  .check(
    z.refine(
      (value) => isHttps(value) && value.split('{prompt}').length === 2,
      'an https:// address with {prompt} in it, once',
    ),
  )

/** The sites that a prompt can be opened in, which an operator can replace with `OPEN_IN_FILE`. */
export const TargetsFile = z.object(
  {
    targets: z.array(
      z.object(
        { id: text, name: text, address, addressWithText: z.optional(addressWithText) },
        'an object with "id", "name" and "address"',
      ),
      'a list of sites',
    ),
  },
  'an object with "targets"',
)

export type Targets = readonly OpenInTarget[]
