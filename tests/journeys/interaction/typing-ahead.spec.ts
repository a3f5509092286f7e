import type { Page } from '@playwright/test'
import { promptCalls } from '#contract/library/prompts.ts'
import type { Account } from '#tests/journeys/support/call-api.ts'
import { delayAnswers } from '#tests/journeys/support/delay-answers.ts'
import { holdAssets, holdScripts } from '#tests/journeys/support/hold-scripts.ts'
import { expect, test } from '#tests/journeys/support/journey.ts'
import {
  dialogOf,
  editorIn,
  openLibraryWith,
  promptCard,
  readClipboard,
} from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'
import { texts } from '#tests/journeys/support/texts.ts'

/** Letters that are also shortcuts: d duplicates, e edits, m moves, s stars, x selects, c copies, n makes new. */
const word = 'demandscxn'
const paces = [0, 60, 120]

const cardOf = (page: Page, name: string) =>
  promptCard(page, name).getByRole('button', { name, exact: true })

const namesIn = async (account: Account) =>
  (await account.call(promptCalls.listPrompts, { folderId: null })).prompts.map(
    ({ name, isFavourite }) => `${name}${isFavourite ? ' *' : ''}`,
  )

const ways = {
  'Enter on its card': async (page: Page) => {
    await cardOf(page, 'About').focus()
    await page.keyboard.press('Enter')
  },
  'a click on its card': (page: Page) => cardOf(page, 'About').click(),
  'Enter in the palette': async (page: Page) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: texts.palette.title })).toBeFocused()
    await page.keyboard.type('About')
    await page.keyboard.press('Enter')
  },
}

/** The shortcuts load after the first screen. */
async function openLibraryWithKeys(page: Page, account: Account, text: string) {
  await openLibraryWith(page, account, { name: 'About', text })
  await expect(page.getByRole('tree')).toBeAttached()
}

test('all text typed after a prompt is opened is in its first field', async ({ page, account }) => {
  const text = `${'A line of rules.\n'.repeat(80)}About {topic}.`
  await makePrompt(account, { name: 'Rules', text })
  await openLibraryWithKeys(page, account, 'About {topic}.')
  await delayAnswers(page, 'prompts/get', 300)
  const expectInField = async (name: string, note: string) => {
    const field = dialogOf(page, name).getByRole('textbox', { name: 'topic' })
    await expect(field, note).toHaveValue(word)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: texts.library.discard.discard }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  for (const [way, open] of Object.entries(ways)) {
    for (const pace of paces) {
      await open(page)
      await page.keyboard.type(word, { delay: pace })
      await expectInField('About', `${way}, ${pace} ms a key`)
    }
  }
  await cardOf(page, 'About').dblclick()
  await page.keyboard.type(word)
  await expectInField('About', 'a double click does not close it again')
  await cardOf(page, 'Rules').press('Enter')
  await page.keyboard.type(word, { delay: 60 })
  await expectInField('Rules', 'a field outside the visible part')

  await page.evaluate(() => localStorage.setItem('no-single-keys', ''))
  await page.reload()
  await expect(page.getByRole('tree')).toBeAttached()
  await ways['Enter on its card'](page)
  await page.keyboard.type(word, { delay: 60 })
  await expectInField('About', 'without single-key shortcuts')
  expect(await namesIn(account)).toEqual(['About', 'Rules'])
})

test('the whole main job can be typed before the prompt has loaded', async ({ page, account }) => {
  await makePrompt(account, {
    name: 'About',
    stored: 'About {<b>topic</b>} in {<b>tone</b>}, {<b>pages</b>} pages of {<b>form</b>}.',
    variables: [
      { name: 'tone', kind: 'choice', options: [{ value: 'warm' }, { value: 'dry' }] },
      { name: 'pages', kind: 'number' },
    ],
  })
  await page.goto('/prompts')
  await expect(page.getByRole('tree')).toBeAttached()
  for (const delay of [0, 1000, 3000]) {
    await delayAnswers(page, 'prompts/get', delay)
    await cardOf(page, 'About').press('Enter')
    await page.keyboard.type('demandx')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('d')
    await page.keyboard.press('Enter')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.keyboard.type('an essay')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => readClipboard(page)).toBe('About demand in dry, 12 pages of an essay.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.reload()
    await expect(page.getByRole('tree')).toBeAttached()
  }
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('keys typed ahead of a prompt without variables have no effect', async ({
    page,
    account,
  }) => {
    await openLibraryWithKeys(page, account, 'Act as a Linux terminal.')
    await page.evaluate(() => navigator.clipboard.writeText('before'))
    await delayAnswers(page, 'prompts/get', 300)
    for (const open of Object.values(ways)) {
      await open(page)
      await page.keyboard.type(word, { delay: 30 })
      await expect(
        dialogOf(page, 'About').getByRole('button', { name: texts.prompt.fillIn.copy }),
      ).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    // Pressing the opening key twice has no effect either.
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/prompts/get*', async (route) => {
      await answer.promise
      await route.fallback()
    })
    await ways['Enter on its card'](page)
    await page.keyboard.press('Enter')
    answer.resolve()
    await expect(
      dialogOf(page, 'About').getByRole('button', { name: texts.prompt.fillIn.copy }),
    ).toBeFocused()
    expect(await readClipboard(page)).toBe('before')
    expect(await namesIn(account)).toEqual(['About'])
  })
})

test.describe('without a copy', () => {
  test.use({ keepsCopy: false })

  test('Escape cancels a dialog that is loading, and discards the text typed for it', async ({
    page,
    account,
  }) => {
    await openLibraryWithKeys(page, account, 'About {topic}.')
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/prompts/get*', async (route) => {
      await answer.promise
      await route.continue().catch(() => {})
    })
    const topic = dialogOf(page, 'About').getByRole('textbox', { name: 'topic' })
    await cardOf(page, 'About').press('Enter')
    await page.keyboard.type('dem')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(cardOf(page, 'About')).toBeFocused()
    answer.resolve()
    await page.keyboard.press('Enter')
    await page.keyboard.type('x')
    await expect(topic).toHaveValue('x')
  })
})

test('keys pressed after the copy shortcut go to the form if variables have no values, and text typed ahead of a prompt’s form is appended to its title', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'Notice', text: 'Announce it.' })
  await openLibraryWithKeys(page, account, 'About {topic}.')
  await delayAnswers(page, 'prompts/get', 300)
  const topic = dialogOf(page, 'About').getByRole('textbox', { name: 'topic' })
  await cardOf(page, 'About').focus()
  await page.keyboard.press('c')
  await page.keyboard.type(word, { delay: 60 })
  await expect(topic).toHaveValue(word)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: texts.library.discard.discard }).click()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('About')
  await expect(page.getByRole('option', { name: 'About' }).first()).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type(word, { delay: 60 })
  await expect(topic).toHaveValue(word)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: texts.library.discard.discard }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await cardOf(page, 'Notice').focus()
  await page.keyboard.press('e')
  await page.keyboard.type(' d')
  await page.keyboard.press('Enter')
  await page.keyboard.type('s')
  const edit = dialogOf(page, texts.library.prompt.updateTitle)
  await expect(edit.getByLabel(texts.library.prompt.name)).toHaveValue('Notice d')
  await expect(editorIn(edit)).toContainText('s')
  await expect(edit.getByRole('button', { name: texts.library.prompt.save })).toBeVisible()
  expect(await namesIn(account)).toEqual(['About', 'Notice'])
})

test('after copying two prompts in a row, the clipboard has the second one, even if the first loads last', async ({
  page,
  account,
}) => {
  const firstId = await makePrompt(account, { name: 'First', text: 'The first.' })
  await openLibraryWithKeys(page, account, 'The second.')
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/prompts/get?promptId=${firstId}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await cardOf(page, 'First').focus()
  await page.keyboard.press('c')
  await cardOf(page, 'About').focus()
  await page.keyboard.press('c')
  await expect(page.getByText(texts.prompt.fillIn.copied)).toBeVisible()
  held.resolve()
  // At this point it has loaded.
  await cardOf(page, 'First').click()
  await expect(
    dialogOf(page, 'First').getByRole('button', { name: texts.prompt.fillIn.copy }),
  ).toBeFocused()
  expect(await readClipboard(page)).toBe('The second.')
})

test('Enter in a palette that is still loading opens the prompt, and later letters go to the prompt', async ({
  page,
  account,
}) => {
  await openLibraryWithKeys(page, account, 'About {topic}.')
  await delayAnswers(page, 'prompts/names', 300)
  await delayAnswers(page, 'prompts/get', 300)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('About')
  await page.keyboard.press('Enter')
  await page.keyboard.type(word, { delay: 60 })
  await expect(dialogOf(page, 'About').getByRole('textbox', { name: 'topic' })).toHaveValue(word)
})

const codeOf = /\/all-dialogs-/

test('text typed before the code of dialogs has loaded arrives in the dialog’s field', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'About', text: 'About {topic}.' })
  const cases = [
    {
      open: () => cardOf(page, 'About').press('Enter'),
      field: () => dialogOf(page, 'About').getByRole('textbox', { name: 'topic' }),
    },
    {
      open: () => page.keyboard.press('Control+k'),
      field: () => page.getByRole('combobox', { name: texts.palette.title }),
    },
    {
      open: () =>
        page.getByRole('button', { name: texts.library.createFolder, exact: true }).click(),
      field: () =>
        dialogOf(page, texts.library.folder.createTitle).getByLabel(texts.library.folder.name),
    },
    {
      open: () =>
        promptCard(page, 'About')
          .getByRole('button', { name: texts.library.actions.move, exact: true })
          .press('Enter'),
      field: () => page.getByRole('textbox', { name: texts.history.moving.filter }),
    },
  ]
  for (const { open, field } of cases) {
    const release = await holdAssets(page, codeOf)
    await page.goto('/prompts')
    await expect(page.getByRole('tree')).toBeAttached()
    await open()
    await page.keyboard.type(word)
    await expect(page.getByRole('dialog')).toBeVisible()
    release()
    await expect(field()).toHaveValue(word)
    await page.unrouteAll({ behavior: 'wait' })
    // Otherwise, the dialog would be open in the loaded page.
    await page.goto('about:blank')
  }
  expect(await namesIn(account)).toEqual(['About'])
})

test('no key typed before the code of dialogs has loaded deletes a prompt, and the focus returns to the button that opened it', async ({
  page,
  account,
}) => {
  await makePrompt(account, { name: 'About' })
  const release = await holdAssets(page, codeOf)
  await page.goto('/prompts')
  const opener = promptCard(page, 'About').getByRole('button', {
    name: texts.library.actions.delete,
    exact: true,
  })
  await opener.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  release()
  const dialog = dialogOf(page, texts.library.prompt.deleteTitle)
  await expect(
    dialog.getByRole('button', { name: texts.library.prompt.deleteSubmit }),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  expect(await namesIn(account)).toEqual(['About'])
})

test('a shortcut pressed before its code has loaded takes effect', async ({ page, account }) => {
  await makePrompt(account, { name: 'Launch' })
  const release = await holdAssets(page, /sidebar-parts/)
  await page.goto('/prompts')
  await promptCard(page, 'Launch').waitFor()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toBeHidden()
  release()
  await expect(dialogOf(page, texts.library.prompt.createTitle)).toBeVisible()
})

for (const [name, key] of [
  ['X', 'x'],
  ['Space', ' '],
] as const) {
  test(`keys pressed on a card before their code has loaded move on, and ${name} selects`, async ({
    page,
    account,
  }) => {
    for (const name of ['First', 'Second', 'Third']) await makePrompt(account, { name })
    const release = await holdAssets(page, /card-tools/)
    await page.goto('/prompts')
    await expect(page.getByRole('tree')).toBeAttached()
    await cardOf(page, 'First').focus()
    for (const pressed of ['ArrowRight', key, 'ArrowRight']) await page.keyboard.press(pressed)
    await expect(promptCard(page, 'Second').getByRole('checkbox')).toHaveCount(0)
    release()
    await expect(promptCard(page, 'Second').getByRole('checkbox')).toBeChecked()
    await expect(cardOf(page, 'Third')).toBeFocused()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(page.getByRole('dialog')).toBeHidden()
  })
}

test('a shortcut pressed while the frame of the library is shown takes effect', async ({
  page,
  account: _account,
}) => {
  for (const [keys, role, name] of [
    ['n', 'dialog', texts.library.prompt.createTitle],
    ['Control+k', 'combobox', texts.palette.title],
  ] as const) {
    // Otherwise the next address would open the previous dialog.
    await page.goto('about:blank')
    const release = await holdScripts(page)
    await page.goto('/prompts', { waitUntil: 'commit' })
    await expect(page.locator('[data-frame]')).toBeVisible()
    await page.keyboard.press(keys)
    // Would open another dialog.
    await page.keyboard.press('i')
    release()
    await expect(page.getByRole(role, { name })).toBeVisible()
    await expect(page.locator('dialog:modal')).toHaveCount(1)
  }
})
