import { valueCalls } from '#contract/values.ts'
import type { Value } from '#contract/value-schemas.ts'
import { send } from '#web/api/send.ts'

export async function fetchMyValues(signal: AbortSignal): Promise<Value[]> {
  return (await send(valueCalls.getMyValues, {}, { signal })).values
}
