import { describe, expect, it } from 'vitest'
import { describeUnknown } from './describe-unknown.ts'
import { readPromptFile, type FilePrompt } from './prompt-file.ts'
import { readLocale } from '#cli/core/texts.ts'

const { texts } = readLocale({ LANG: 'en_GB.UTF-8' })

/** The messages about a file with settings, for a text with these names. */
function said(variables: string, text: string, before?: Pick<FilePrompt, 'prompt' | 'variables'>) {
  const file = `---\nname: Review\npromptshelf:\n  variables:\n${variables}---\n${text}\n`
  return describeUnknown(readPromptFile(file, 'Review'), before, texts)
}

describe('The settings of a file', () => {
  const tone = '    - name: tone\n      kind: text\n'

  it('are reported if the text has no such variable', () => {
    expect(said(tone, 'Be {tome}')).toEqual([expect.stringMatching(/tone.*“tome”/)])
    expect(said(tone, 'Be kind')).toEqual([expect.stringMatching(/tone/)])
    expect(said(tone, 'Be {tone}')).toEqual([])
  })

  it('are not reported if the variable is being removed from the text', () => {
    const before = { prompt: 'Be {<b>tone</b>}', variables: [] }
    expect(said(tone, 'Be kind', before)).toEqual([])
    // It was never in the text.
    expect(said(tone, 'Be kind', { ...before, prompt: 'Be {<b>style</b>}' })).toHaveLength(1)
  })

  it('may include those that the prompt already had, such as those of a later release', () => {
    const slider = '    - name: tone\n      kind: slider\n      stops: 3\n'
    expect(said(slider, 'Be {tone}')).toHaveLength(2)
    const variables = [{ name: 'tone', kind: 'slider', stops: 3 }]
    expect(said(slider, 'Be {tone}', { prompt: 'Be {<b>tone</b>}', variables })).toEqual([])
  })
})
