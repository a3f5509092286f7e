import type { Language } from '#languages/languages.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import * as s from './steps.ts'

/** The model that answers with its input. */
export const demoModel = 'Mistral Large'

const run = s.keys('Control+Shift+Enter')

/** Running a prompt, and its answers, in a language and at a width. */
export function runScreensOf(language: Language, width: number): s.Screen[] {
  const { history, runs, shelf } = textsOf[language]
  const blank = s.inDialog(s.role('textbox', { name: 'language' }))
  const openReview = [s.library, s.press('Code review with severity'), s.see(blank)]
  const answer = s.role('article', { name: fill(runs.model, { model: demoModel }, language) })
  const starter = s.role('button', {
    name: fill(shelf.starter.whole, { prompts: 8 }, language),
  })
  return [
    ...s.screensFor('reader', {
      'run-models': [
        ...openReview,
        ...(s.stepsFor(language, width).isPhone
          ? [
              s.press(s.role('button', { name: history.more })),
              s.press(s.role('menuitem', { name: runs.choose })),
            ]
          : [s.press(runs.with)]),
        s.see(s.role('menuitemradio', { name: demoModel })),
      ],
      'run-open-blanks': [...openReview, run, s.see(s.role('button', { name: runs.anyway }))],
      'run-answer': [
        ...openReview,
        s.type(blank, 'TypeScript'),
        run,
        s.seeDialog(s.inside(answer, s.text('Find what would break'))),
      ],
    }),
    ...s.screensFor('newcomer', {
      'starter-shelf': [s.to('/prompts'), s.press(starter), s.seeDialog(s.role('checkbox'))],
      'first-hour': [s.to('/prompts'), s.see(s.role('button', { name: shelf.starter.close }))],
    }),
  ]
}
