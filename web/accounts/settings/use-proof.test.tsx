import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { show } from '#tests/support/show.tsx'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import { useProof } from './use-proof.tsx'

const act = vi.fn<() => void>()
const button = page.getByRole('button', { name: 'Act' })
const dialog = page.getByRole('alertdialog', { name: accounts.proof.title })

afterEach(() => {
  act.mockReset()
  vi.restoreAllMocks()
})

function Acting({ isAnew }: { isAnew: boolean }) {
  const proof = useProof({ isAnew })
  return (
    <>
      <button onClick={() => void proof.whenProved(act)}>Act</button>
      {proof.dialog}
    </>
  )
}

/** Presses in an account that has just proved itself, and has these proofs. */
async function press(proofs: string[], isAnew: boolean) {
  const client = new QueryClient()
  const profile = {
    profile: { email: 'ada@example.com' },
    subDetails: null,
    isSocialMedia: false,
    isEmailVerified: true,
    pendingEmail: null,
    isGoogleLinked: false,
    keepsRuns: true,
    needsProof: false,
    proofs,
    usage: { prompts: 0, promptLimit: null, folders: 0 },
  }
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(profile))
  await show(
    <QueryClientProvider client={client}>
      <Acting isAnew={isAnew} />
    </QueryClientProvider>,
    'accounts',
  )
  await button.click()
  await expect.poll(() => client.getQueryState(profileQuery.queryKey)?.status).toBe('success')
}

test('An action that asks anew asks an account with a factor, even after a recent proof', async () => {
  await press(['code', 'recovery'], true)
  await expect.element(dialog).toBeVisible()
  await expect.element(page.getByText(accounts.proof.anewText)).toBeVisible()
  expect(act).not.toHaveBeenCalled()
})

test.each([
  ['an account without a factor', ['password'], true],
  ['any other action', ['code', 'recovery'], false],
])('It asks not again: %s', async (_who, proofs, isAnew) => {
  await press(proofs, isAnew)
  await expect.poll(() => act.mock.calls).toHaveLength(1)
  await expect.element(dialog).not.toBeInTheDocument()
})
