declare global {
  interface Window {
    /** What `web/public/first-paint.js` has asked for before this code was there, by address. */
    earlyAnswers?: Record<string, Promise<Response>>
  }
}

/** The answer to a call that has been made already; once, since the next one wants to know anew. */
export function takeEarlyAnswer(url: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.[url]
  delete window.earlyAnswers?.[url]
  return answer
}
