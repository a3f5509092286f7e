declare global {
  interface Window {
    /** Responses to the calls that `first-paint.js` made, by path; undefined after a network failure. */
    firstAnswers?: Map<string, Promise<Response | undefined>>
  }
}

/** Returns the response to a call that was made with the page. Each is returned once. */
export function takeFirstAnswer(path: string): Promise<Response | undefined> | undefined {
  const answer = window.firstAnswers?.get(path)
  window.firstAnswers?.delete(path)
  return answer
}

/** Discards the responses that the first screen did not use, because they become stale. */
export function dropFirstAnswers(): void {
  delete window.firstAnswers
}
