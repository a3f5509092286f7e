import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { activityCalls, activityKinds, type Activity } from '#contract/accounts/activity.ts'
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import { serve, showScreens } from '#tests/support/show-at-server.tsx'
import { ActivityList } from './activity-list.tsx'

const { activity: texts, profile } = accounts
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const entries = page.getByRole('listitem')

const one = (entry: Partial<Activity>, at = 0): Activity => ({
  id: String(at),
  kind: 'signed_in',
  at: '2026-11-23T12:04:00.000Z',
  count: 1,
  via: 'browser',
  agent: firefox,
  network: '203.0.113.0/24',
  name: null,
  prompt: null,
  ...entry,
})

async function showList(...activity: Activity[]) {
  const server = serve()
  server.answer(activityCalls.listActivity, { activity })
  await showScreens({ '*': <ActivityList /> }, 'accounts')
}

afterEach(() => vi.restoreAllMocks())

test('Each entry describes the action, its actor, its time and its origin', async () => {
  await showList(
    one({ kind: 'prompt_shared', prompt: { id: 'p', name: 'Poem' } }, 1),
    one({ kind: 'prompt_shared', count: 3, network: '' }, 2),
    one({ kind: 'library_changed', count: 12, via: 'token', agent: 'Backup' }, 3),
    one({ kind: 'sign_in_failed', agent: '', network: '' }, 4),
    one({ kind: 'plan_set', via: 'operator', agent: '', network: '', name: 'Pro' }, 5),
    one({ kind: 'sessions_ended', name: firefox }, 6),
    one({ kind: 'sessions_ended' }, 7),
  )
  await page.getByRole('button', { name: 'Show all 7' }).click()
  const where = 'Firefox on Linux · 23 Nov 2026, 12:04 · network 203.0.113.0/24'
  await expect.element(entries.nth(0)).toHaveTextContent(`“Poem” shared by link${where}`)
  await expect
    .element(entries.nth(1))
    .toHaveTextContent('3 prompts shared by linkFirefox on Linux · 23 Nov 2026, 12:04')
  await expect
    .element(entries.nth(2))
    .toHaveTextContent(
      'Library changed, 12 timesToken “Backup” · 23 Nov 2026, 12:04 · network 203.0.113.0/24',
    )
  await expect
    .element(entries.nth(3))
    .toHaveTextContent('Wrong password at loginUnknown browser · 23 Nov 2026, 12:04')
  await expect
    .element(entries.nth(4))
    .toHaveTextContent('Plan set to ProBy the operator · 23 Nov 2026, 12:04')
  await expect.element(entries.nth(5)).toHaveTextContent(`Firefox on Linux logged out${where}`)
  await expect.element(entries.nth(6)).toHaveTextContent(`Devices logged out${where}`)
})

test('Consecutive similar logins of one day are one entry', async () => {
  await showList(
    one({ at: '2026-11-23T18:00:00.000Z' }, 1),
    one({}, 2),
    one({ at: '2026-11-21T12:00:00.000Z' }, 3),
    one({ at: '2026-11-21T11:00:00.000Z', network: '' }, 4),
  )
  await expect.element(entries).toHaveLength(3)
  await expect
    .element(entries.nth(0))
    .toHaveTextContent(
      'Logged in, 2 timesFirefox on Linux · 23 Nov 2026, 18:00 · network 203.0.113.0/24',
    )
  await expect
    .element(entries.nth(1))
    .toHaveTextContent('Logged inFirefox on Linux · 21 Nov 2026, 12:00 · network 203.0.113.0/24')
})

test('Values that only a newer server knows are shown by name, and the others in words', async () => {
  await showList(one({ kind: 'tea_made', via: 'robot' }, 1), one({}, 2))
  await expect
    .element(entries.nth(0))
    .toHaveTextContent('tea_maderobot · 23 Nov 2026, 12:04 · network 203.0.113.0/24')
  await expect.element(entries).toHaveLength(2)
})

test('The first three are shown, and all of them after one click', async () => {
  await showList(...activityKinds.map((kind, at) => one({ kind, name: `Name ${at}` }, at)))
  const all = page.getByRole('button', { name: `Show all ${activityKinds.length}` })
  await expect.element(all).toHaveAttribute('aria-expanded', 'false')
  await expect.element(entries).toHaveLength(3)
  await all.click()
  await expect.element(entries).toHaveLength(activityKinds.length)
  await page.getByRole('button', { name: profile.showFewer }).click()
  await expect.element(entries).toHaveLength(3)
})

test('A failure shows an error, and can be retried', async () => {
  const server = serve()
  server.break(activityCalls.listActivity)
  await showScreens({ '*': <ActivityList /> }, 'accounts')
  await expect.element(page.getByRole('alert')).toHaveTextContent(texts.loadFailed)
  server.answer(activityCalls.listActivity, { activity: [one({})] })
  server.accept(activityCalls.listActivity)
  await page.getByRole('button', { name: texts.retry }).click()
  await expect.element(entries).toHaveLength(1)
})
