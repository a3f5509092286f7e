import * as z from 'zod/mini'
import { dialects, toBaseUrl } from '#contract/runs/connections.ts'

const text = z.string('a text').check(z.minLength(1, 'a text'))
const price = z
  .number('a number of credits, 0 or more')
  .check(z.minimum(0, 'a number of credits, 0 or more'))

const baseUrl = z.pipe(
  z
    .string('an http:// or https:// address')
    .check(
      z.refine(
        (address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol),
        'an http:// or https:// address',
      ),
    ),
  z.transform(toBaseUrl),
)

/** The file of models that the operator offers for credits (`MODELS_FILE`). */
export const ModelsFile = z.object(
  {
    models: z
      .array(
        z.object(
          {
            id: text,
            name: text,
            dialect: z.enum(dialects, dialects.join(', ')),
            baseUrl,
            /** The server's own name for it. */
            model: text,
            /** The environment variable that holds the key. */
            keyVariable: z.optional(text),
            creditsPerMillionInput: price,
            creditsPerMillionOutput: price,
            maxOutput: z
              .int('a number of tokens, 1 or more')
              .check(
                z.minimum(1, 'a number of tokens, 1 or more'),
                z.maximum(1_000_000, 'a number of tokens up to 1000000'),
              ),
          },
          'an object with "id", "name", "dialect", "baseUrl", "model", prices and "maxOutput"',
        ),
        'a list of models',
      )
      .check(
        z.refine(
          (models) => new Set(models.map(({ id }) => id)).size === models.length,
          'a list of models with unique ids',
        ),
      ),
  },
  'an object with "models"',
)
