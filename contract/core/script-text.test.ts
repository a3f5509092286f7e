import { expect, test } from 'vitest'
import { toScriptText } from './script-text.ts'

test('A text in a page cannot end its script element, and is parsed unchanged', () => {
  const text = '</script><!--<script>alert(1)</script>'
  const inPage = toScriptText({ text })
  expect(inPage).not.toMatch(/<[/!]|<script/)
  expect(JSON.parse(inPage)).toEqual({ text })
})
