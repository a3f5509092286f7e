import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { findCopiedNow } from './copied-answers.ts'
import type { Resource } from './resources.ts'
import { send } from './send.ts'

/** Returns the query of a call, or of a part of its answer. A mutation that changes what it `shows` refetches it. */
export function queryOf<C extends Call, Part = AnswerOf<C>>(
  call: C,
  input: InputOf<C>,
  shows: readonly Resource[],
  pick = (answer: AnswerOf<C>) => answer as Part,
) {
  return queryOptions({
    queryKey: [call.path, input],
    meta: { shows },
    queryFn: async ({ signal }) => pick(await send(call, input, { signal })),
    initialData: () => {
      const copied = findCopiedNow(call, input)
      return copied && pick(copied)
    },
  })
}
