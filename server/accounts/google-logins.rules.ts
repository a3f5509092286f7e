/** How long somebody may take to sign in at Google, in milliseconds. */
export const googleLoginLifeMs = 10 * 60 * 1000

/** Where Google sends the browser back to. */
export function returnAddress(baseUrl: string): string {
  return `${baseUrl}/verify-glogin`
}
