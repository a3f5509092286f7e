import type { Activity } from '#contract/accounts/activity.ts'
import type { ActivityRow } from '#server/users/activity.queries.ts'

/** @param names of the prompts that still exist, by id */
export function toActivity(row: ActivityRow, names: ReadonlyMap<string, string>): Activity {
  const { id, kind, count, via, agent, network, name, prompt_id: promptId } = row
  const promptName = promptId === null ? undefined : names.get(promptId)
  const prompt =
    promptId === null || promptName === undefined ? null : { id: promptId, name: promptName }
  return { id, kind, at: new Date(row.at).toISOString(), count, via, agent, network, name, prompt }
}
