import { expect, test } from 'vitest'
import { toScriptText } from './script-text.ts'

test('A text in a page cannot end the script element that holds it, and comes back unchanged', () => {
  const text = '</script><!--<script>alert(1)</script>'
  const inPage = toScriptText({ text })
  expect(inPage).not.toMatch(/<[/!]|<script/)
  expect(JSON.parse(inPage)).toEqual({ text })
})
