import { useTranslations } from 'use-intl'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { longName } from './long-name.tsx'

const rest = page.getByRole('button', { name: 'Show the whole name' })

function Question({ name }: { name: string }) {
  const t = useTranslations('library')
  return <p>{t.rich('prompt.deleteText', { name, bdi: longName(name, 'Show the whole name') })}</p>
}

test('A name of up to 80 characters is shown in full', async () => {
  await show(<Question name={'é'.repeat(80)} />, 'library')
  await expect.element(page.getByText('é'.repeat(80))).toBeVisible()
  await expect.element(rest).not.toBeInTheDocument()
})

test('A longer name is cut between words, and shown in full on request without losing the focus', async () => {
  const name = `${'word '.repeat(30)}end`
  await show(<Question name={name} />, 'library')
  await expect.element(page.getByText('word '.repeat(16).trim(), { exact: true })).toBeVisible()
  await rest.click()
  await expect.element(page.getByText(name)).toHaveFocus()
})

test('A long name without spaces is cut at 80 characters, never inside a character', async () => {
  await show(<Question name={'😀'.repeat(100)} />, 'library')
  await expect.element(page.getByText('😀'.repeat(80), { exact: true })).toBeVisible()
})
