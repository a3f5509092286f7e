import type { Run, RunCard, RunEnd } from '#contract/runs/runs.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import { fromJson } from '#server/db/json-column.ts'
import { readFirstValues } from '#server/runs/first-values.rules.ts'
import type { RunCardRow, RunRow } from '#server/runs/runs.queries.ts'

type Outcome = Omit<RunEnd, 'left'>
type Ended = Omit<RunCardRow, 'preview' | 'first_values'>

export function toOutcome(row: Ended): Outcome {
  return {
    state: row.state,
    error: row.error,
    isCut: row.is_cut === 1,
    credits: row.credits,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
  }
}

export function toRunCard(row: RunCardRow): RunCard {
  return {
    id: row.id,
    promptId: row.prompt_id,
    model: row.model,
    connectionId: row.connection_id,
    modelName: row.model_name,
    reserved: row.reserved,
    ...toOutcome(row),
    preview: row.preview,
    firstValues: readFirstValues(row.first_values),
    startedAt: toMoment(row.started_at),
    endedAt: row.ended_at === null ? null : toMoment(row.ended_at),
  }
}

export function toRun(row: RunRow): Run {
  return {
    ...toRunCard({
      ...row,
      preview: row.answer.slice(0, 200).toWellFormed(),
      first_values: row.filled_in,
    }),
    values: fromJson<Value>(row.filled_in),
    text: row.text,
    answer: row.answer,
  }
}

function toMoment(time: number): string {
  return new Date(time).toISOString()
}
