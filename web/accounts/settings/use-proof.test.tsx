import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { profileQuery } from '#web/accounts/get-profile.ts'
import type { ProofKind } from '#contract/accounts/factors.ts'
import { profileCalls } from '#contract/accounts/profile.ts'
import { aProfile, serve, showScreens } from '#tests/support/show-at-server.tsx'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import { useProof } from './use-proof.tsx'

const act = vi.fn<() => void>()
const button = page.getByRole('button', { name: 'Act' })
const dialog = page.getByRole('alertdialog', { name: accounts.proof.title })

afterEach(() => {
  act.mockReset()
})

function Acting({ asksAlways }: { asksAlways: boolean }) {
  const proof = useProof({ asksAlways })
  return (
    <>
      <button onClick={() => void proof.whenProved(act)}>Act</button>
      {proof.dialog}
    </>
  )
}

/** Clicks the button in an account that has recently re-authenticated, and has these proofs. */
async function press(proofs: ProofKind[], asksAlways: boolean) {
  serve().answer(profileCalls.getProfile, aProfile({ proofs }))
  const { client } = await showScreens({ '*': <Acting asksAlways={asksAlways} /> }, 'accounts')
  await button.click()
  await expect.poll(() => client.getQueryState(profileQuery.queryKey)?.status).toBe('success')
}

test('An action that always requires re-authentication asks an account with a factor, even after a recent one', async () => {
  await press(['code', 'recovery'], true)
  await expect.element(dialog).toBeVisible()
  await expect.element(page.getByText(accounts.proof.alwaysText)).toBeVisible()
  expect(act).not.toHaveBeenCalled()
})

test.each<[who: string, proofs: ProofKind[], asksAlways: boolean]>([
  ['an account without a factor', ['password'], true],
  ['any other action', ['code', 'recovery'], false],
])('It does not ask again: %s', async (_who, proofs, asksAlways) => {
  await press(proofs, asksAlways)
  await expect.poll(() => act.mock.calls).toHaveLength(1)
  await expect.element(dialog).not.toBeInTheDocument()
})
