/** Whether the server has plans. It says so in the page where it has none. */
export function hasPlans(): boolean {
  return document.body.dataset['plans'] !== 'off'
}

/** Whether runs of the server's models take credits. */
export function hasCredits(): boolean {
  return document.body.dataset['credits'] !== 'off'
}
