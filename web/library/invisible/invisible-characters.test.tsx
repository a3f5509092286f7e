import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/support/show.tsx'
import { SharedPromptScreen } from '#web/screens/shared-prompt/shared-prompt-screen.tsx'
import { findInvisible } from './find-invisible.ts'
import { InvisibleCharacters } from './invisible-characters.tsx'

test('Invisible characters are counted, and shown when asked for', async () => {
  const found = findInvisible([{ title: 'Tone', text: 'Be\u200B\u202E kind.' }])
  await show(<InvisibleCharacters found={found} withTitles />, 'prompt')
  const place = page.getByRole('listitem')
  await expect.element(place).not.toBeInTheDocument()
  await page.getByText('2 invisible characters').click()
  await expect.element(place).toHaveTextContent('ToneBeU+200B U+202E kind.')
})

test('A shared prompt shows its invisible characters before it is copied or saved', async () => {
  const prompt = { status: 'success', promptName: 'Tone', color: '#f1f5f9' } as const
  const tags = '\u{E0052}\u{E0075}\u{E006E}'
  await show(
    <SharedPromptScreen answer={{ ...prompt, variables: [], prompt: `Be kind.${tags}` }} />,
    'prompt',
  )
  await page.getByText('3 invisible characters').click()
  await expect.element(page.getByRole('listitem').getByText('“Run”')).toBeVisible()
})

test('A text without invisible characters shows no warning', async () => {
  await show(<InvisibleCharacters found={findInvisible([{ title: 'a', text: '👩‍💻' }])} />, 'prompt')
  await expect.element(page.getByText(/invisible/)).not.toBeInTheDocument()
})
