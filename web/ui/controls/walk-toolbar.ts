/** Moves the focus within a toolbar by arrow keys, Home and End. Returns whether the focus moved. */
export function walkToolbar({ key, target }: KeyboardEvent, tools: HTMLElement[]): boolean {
  const at = tools.findIndex((tool) => tool === target)
  const next =
    key === 'ArrowRight'
      ? tools[(at + 1) % tools.length]
      : key === 'ArrowLeft'
        ? tools.at(at - 1)
        : key === 'Home'
          ? tools[0]
          : key === 'End'
            ? tools.at(-1)
            : undefined
  if (at < 0 || !next) return false
  next.focus()
  return true
}

/** Makes one of a toolbar's buttons its Tab stop. */
export function setTabStop(tools: HTMLElement[], stop: HTMLElement | undefined): void {
  for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1
}
