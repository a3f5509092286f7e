/** Whether the server has plans. It says so in the page where it has none. */
export function hasPlans(): boolean {
  return document.body.dataset['plans'] !== 'off'
}

/** Whether runs of the server's models take credits. */
export function hasCredits(): boolean {
  return document.body.dataset['credits'] !== 'off'
}

/** Whether to offer the login with Google: on a server with plans even if it is not configured. */
export function hasGoogle(): boolean {
  return document.body.dataset['google'] !== 'off'
}
