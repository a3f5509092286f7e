import { calls } from '#contract/calls.ts'
import { siteUser, type SiteUser } from '#tests/support/clients/site-user.ts'

/** Creates an account for a user, who stays logged in. */
export async function signUpAt(origin: string, name: string): Promise<SiteUser> {
  const user = siteUser(origin, `${name}@example.com`)
  await user.signUp()
  return user
}

/** Creates the account that shares a server with a busy one. Returns its user and prompts. */
export async function addNeighbour(origin: string) {
  const user = await signUpAt(origin, 'neighbour')
  for (let count = 0; count < 50; count++) {
    const name = `Neighbour ${count}`
    await user.ask(calls.createPrompt, { name, color: 'f1f5f9', prompt: 'A text' })
  }
  return { user, prompts: (await user.ask(calls.listPrompts, {})).prompts }
}
