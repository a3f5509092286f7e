import { CalendarDays, Hash, ListChecks, Pilcrow, ToggleLeft, type LucideIcon } from 'lucide-react'
import type { VariableKind } from '#contract/variables/variable-settings.ts'

/** A plain text has none. */
export const kindIcons: Partial<Record<VariableKind, LucideIcon>> = {
  long: Pilcrow,
  choice: ListChecks,
  number: Hash,
  date: CalendarDays,
  switch: ToggleLeft,
}
