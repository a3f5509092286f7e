type FirstAnswers = Map<string, Promise<Response | undefined>>

/** Also read by `first-paint.js`, whose calls are undefined after a network failure. */
const page = globalThis as { firstAnswers?: FirstAnswers }

/** Reads the answers that came in the document, by path. */
export function readFirstAnswers(): void {
  const answers = document.getElementById('answers')?.textContent
  if (answers) addFirstAnswers(JSON.parse(answers) as Record<string, unknown>)
}

export function addFirstAnswers(answers: Record<string, unknown>): void {
  page.firstAnswers ??= new Map()
  for (const [path, answer] of Object.entries(answers)) {
    page.firstAnswers.set(path, Promise.resolve(Response.json(answer)))
  }
}

/** Whether the response to a call came with the page, or is on its way, and has not been taken yet. */
export function hasFirstAnswer(path: string): boolean {
  return page.firstAnswers?.has(path) === true
}

/** Returns the response to a call that was made with the page. Each is returned once. */
export function takeFirstAnswer(path: string): Promise<Response | undefined> | undefined {
  const answer = page.firstAnswers?.get(path)
  page.firstAnswers?.delete(path)
  return answer
}

/** Discards the responses that the first screen did not use, because they become stale. */
export function dropFirstAnswers(): void {
  delete page.firstAnswers
}
