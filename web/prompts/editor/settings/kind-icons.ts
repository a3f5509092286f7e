import type { VariableKind } from '#contract/variables/kinds.ts'
import { CalendarDays, Hash, ListChecks, Pilcrow, ToggleLeft, type LucideIcon } from 'lucide-react'

export const kindIcons: Record<VariableKind, LucideIcon | undefined> = {
  // The most common kind.
  text: undefined,
  long: Pilcrow,
  choice: ListChecks,
  number: Hash,
  date: CalendarDays,
  switch: ToggleLeft,
  literal: undefined,
}
