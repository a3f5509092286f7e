import { CommandError } from '#cli/core/define-command.ts'
import { describeUnknown } from '#cli/prompts/describe-unknown.ts'
import { wholeOf } from '#cli/sync/change-here.ts'
import type { Change } from '#cli/sync/change.ts'
import type { Sync } from '#cli/sync/running-sync.ts'

/** Why the settings of a file cannot be saved; undefined if they can. The user has to fix them. */
export async function unknownSettings(
  sync: Pick<Sync, 'client' | 'texts'>,
  change: Change,
): Promise<string | undefined> {
  const { read } = change.file ?? {}
  if (read === undefined || describeUnknown(read, undefined, sync.texts).length === 0)
    return undefined
  // The prompt itself is only requested if there are any.
  const isNew = change.decision.content === 'create-there'
  const lines = describeUnknown(read, isNew ? undefined : await wholeOf(sync, change), sync.texts)
  return lines.length === 0 ? undefined : lines.join(' ')
}

/** @throws CommandError */
export async function refuseUnknown(sync: Sync, change: Change): Promise<void> {
  const reason = await unknownSettings(sync, change)
  if (reason !== undefined) throw new CommandError(reason)
}
