import type { Language } from '#languages/languages.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import * as s from './steps.ts'

const writtenBefore = {
  name: 'Launch note',
  prompt: 'Write a launch note for {<b>product</b>}.\n\nKeep it short, and name the price.',
  notes: null,
  variables: [],
}
const versions = [
  { number: 3, name: s.launch, writtenAt: s.momentIn(-0.2), label: null },
  { number: 2, name: s.launch, writtenAt: s.momentIn(-3), label: 'Before the summer campaign' },
  { number: 1, name: writtenBefore.name, writtenAt: s.momentIn(-40), label: null },
]

const items = [
  {
    id: 'folder',
    name: 'Campaigns 2024',
    color: '5E60CE',
    folderCount: 4,
    promptCount: 200,
    deletedAt: s.momentIn(-0.01),
    erasedAt: s.momentIn(30),
  },
  {
    id: 'prompt',
    name: 'Antwort auf eine Kundenbeschwerde, die schon zum dritten Mal kommt',
    color: 'FFD166',
    folderCount: 0,
    promptCount: 1,
    deletedAt: s.momentIn(-3),
    erasedAt: s.momentIn(27),
  },
  {
    id: 'selection',
    name: 'Five subject lines',
    color: 'f1f5f9',
    folderCount: 0,
    promptCount: 7,
    deletedAt: s.momentIn(-29),
    erasedAt: s.momentIn(1),
  },
]
const table = {
  name: 'prompts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('act,prompt\nInterview,"Ask {count} questions"\nSummary,Sum it up'),
}
const pasted =
  'I want you to act as an interviewer for the position of ${Position:Software Developer}.'

const choose = (name: string) => s.press(s.role('menuitem', { name }))
const paste: s.Step = (page) =>
  page.evaluate((said) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', said)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, pasted)

/** Finding, undoing and arranging, in a language. */
export function toolScreensOf(language: Language): s.Screen[] {
  const { history, library: words, palette } = textsOf[language]
  const openLaunch = [
    s.library,
    s.press(s.launch),
    s.seeDialog(s.role('textbox', { name: 'product' })),
  ]
  const openMenu = [...openLaunch, s.press(s.role('button', { name: history.more }))]
  const openVersions = [
    s.answers('versions/list', { versions }),
    s.answers('versions/get', { version: writtenBefore }),
    ...openMenu,
    choose(history.versions.open),
    s.see(s.css('dialog[open] del')),
  ]
  const openPalette = [s.library, s.keys('Control+k')]
  const ask =
    (query: string): s.Step =>
    (page) =>
      page.getByRole('combobox', { name: palette.title }).pressSequentially(query)
  const find = (query: string) => [
    s.library,
    s.type(s.role('textbox', { name: words.search.label }), query),
  ]
  const openTrash = [s.answers('trash/list', { items }), s.to('/trash')]
  return s.screensFor('reader', {
    palette: [...openPalette, ask('lau'), s.see(s.role('option', { name: s.launch }))],
    'palette-empty': [...openPalette, s.seeDialog(s.role('option'))],
    keys: [
      ...openPalette,
      ask(palette.verbs.keys),
      s.press(s.role('option', { name: palette.verbs.keys })),
      s.seeDialog(s.role('switch')),
    ],
    'search-similar': [
      ...find('lanch anouncement'),
      s.see(s.role('heading', { name: palette.search.similar })),
    ],
    'search-filtered': [
      ...find('pro'),
      s.press(s.role('button', { name: palette.search.filters.hasVariables })),
      s.see(s.role('article')),
    ],
    trash: [...openTrash, s.see(s.role('heading', { name: 'Campaigns 2024' }))],
    'trash-empty': [s.to('/trash'), s.see(s.text(history.trash.empty))],
    'trash-erase': [...openTrash, s.press(history.trash.emptyAll), s.seeDialog()],
    import: [
      s.library,
      async (page) => {
        const open = s.button(words.add)(page).or(s.button(words.import)(page))
        await open.first().click()
        const entry = page.getByRole('menuitem', { name: words.import })
        if (await entry.isVisible()) await entry.click()
        await page.locator('dialog[open] input[type=file]').first().setInputFiles(table)
      },
      s.see(s.css('dialog[open] [role=tree]')),
    ],
    export: [
      ...openPalette,
      s.type(s.inDialog(s.role('combobox')), palette.verbs.export),
      s.keys('Enter'),
      s.seeDialog(s.role('radio')),
    ],
    versions: openVersions,
    'versions-text': [...openVersions, s.check(s.role('radio', { name: history.versions.text }))],
    'versions-none': [
      s.answers('versions/list', { versions: [] }),
      ...openMenu,
      choose(history.versions.open),
      s.see(s.text(history.versions.none)),
    ],
    'view-prompt-menu': openMenu,
    skill: [
      ...openMenu,
      choose(history.skill),
      s.seeDialog(s.role('region', { name: 'SKILL.md' })),
    ],
    share: [
      ...openLaunch,
      s.press(history.share.title),
      s.see(s.role('dialog', { name: history.share.title, exact: true })),
    ],
    capture: [s.library, paste, s.seeDialog(s.text('{name:default}'))],
    'capture-large': [
      s.library,
      paste,
      s.press(s.inDialog(s.role('button', { name: words.prompt.larger }))),
    ],
    undo: [
      s.answers('prompts/delete', { status: 'success', trashId: 'gone' }),
      ...openMenu,
      choose(words.actions.delete),
      s.press(words.prompt.deleteSubmit),
      s.see(s.role('button', { name: words.undo.press })),
    ],
  })
}
