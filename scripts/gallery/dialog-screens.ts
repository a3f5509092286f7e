import type { Language } from '#languages/languages.ts'
import { copyButtonIn } from '#tests/journeys/support/library-steps.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import * as s from './steps.ts'

const view = (name: string) => [s.library, s.press(name)]

/** The dialogs of the library, in a language and at a width. */
export function dialogScreensOf(language: Language, width: number): s.Screen[] {
  const { editor, errors, history, library: words, prompt } = textsOf[language]
  const { askToFolder, askToCard, openFolderMenu, make } = s.stepsFor(language, width)
  const body = s.role('textbox', { name: words.prompt.body, exact: true })
  const edit = [s.library, askToCard(words.actions.edit)]
  const create = [s.library, make(words.addPrompt)]
  return s.screensFor('reader', {
    menu: [s.library, openFolderMenu('Press')],
    'create-folder': [s.library, make(words.createFolder), s.seeDialog()],
    'update-folder': [s.library, askToFolder(words.actions.edit, 'Press'), s.seeDialog()],
    'delete-folder': [
      s.library,
      askToFolder(words.actions.delete, 'Social media'),
      s.seeDialog(s.text('3')),
      s.type(s.inDialog(s.role('textbox')), '1'),
      s.keys('Enter'),
    ],
    'create-prompt': [...create, s.seeDialog(body)],
    'short-name-taken': [
      ...create,
      s.type(s.inDialog(s.label(words.prompt.name)), 'Review'),
      s.press(s.inDialog(s.role('button', { name: history.shortName.label }))),
      s.press(s.inDialog(body)),
      (page) => page.keyboard.insertText('Review {code}.'),
      s.press(s.inDialog(s.role('button', { name: words.prompt.create }))),
      s.seeDialog(s.text(errors.short_name_taken)),
    ],
    'update-prompt': [
      ...edit,
      s.seeDialog(s.role('switch', { name: words.prompt.addNotes })),
      s.seeDialog(body),
    ],
    'update-prompt-loading': [
      s.neverAnswers('prompts/get'),
      ...edit,
      s.seeDialog(s.css('[aria-busy]')),
    ],
    'add-variable': [
      ...edit,
      s.press(s.inDialog(body)),
      s.keys(
        'Control+Home',
        'Control+ArrowRight',
        'Control+ArrowRight',
        'Control+Shift+ArrowRight',
      ),
      s.see(s.role('button', { name: prompt.editor.addVariable })),
    ],
    'variable-settings': [
      ...edit,
      s.press(s.inDialog(s.css('[data-settings="tone"]'))),
      s.seeDialog(s.role('combobox', { name: editor.settings.kind })),
    ],
    unsaved: [
      ...create,
      s.type(s.inDialog(s.role('textbox')), 'A title'),
      s.keys('Escape'),
      s.see(s.nth(1, s.dialog)),
    ],
    'delete-prompt': [s.library, askToCard(words.actions.delete), s.seeDialog()],
    'move-prompt': [
      s.library,
      askToCard(words.actions.move),
      s.check(s.inDialog(s.role('radio', { name: /Marketing/ }))),
    ],
    'view-prompt': [
      ...view(s.launch),
      s.type(
        s.inDialog(s.role('textbox', { name: 'product' })),
        'Lumen, a desk lamp that follows the sun',
      ),
      s.enter(s.inDialog(s.role('textbox', { name: 'product' }))),
      (page) => page.keyboard.type('people who work from home'),
    ],
    'view-prompt-code': [
      ...view('Code review with severity'),
      s.seeDialog(s.role('textbox', { name: 'language' })),
    ],
    'view-prompt-needed': [
      ...view('Antwort auf eine Kundenbeschwerde'),
      s.press((page) => copyButtonIn(page.getByRole('dialog').first(), language)),
      s.seeDialog(s.text(fill(prompt.fillIn.needed, { names: 'Beschwerde' }, language))),
    ],
    'plan-limit': [
      s.refuses('folders/create', 'subscription_missing', 403),
      s.library,
      make(words.createFolder),
      s.type(s.inDialog(s.role('textbox')), 'Campaigns'),
      s.press(s.inDialog(s.button(words.folder.create))),
      s.seeDialog(s.role('link')),
    ],
  })
}
