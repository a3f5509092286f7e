import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { mountEditor } from './mount-editor.ts'

function forbidInlineStyles() {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "style-src-attr 'none'"
  document.head.append(policy)
  const onViolation = vi.fn()
  document.addEventListener('securitypolicyviolation', onViolation)
  return onViolation
}

test('Typing over a selection across lines and variables needs no inline style', async () => {
  const onViolation = forbidInlineStyles()
  const host = document.createElement('div')
  document.body.append(host)
  const text = 'Hello {name} and bye.\nSee you, {name}.'
  const editor = mountEditor(host, {
    start: { text, from: 12, to: 30, hasFocus: true },
    texts: { label: 'Body', placeholder: '', description: '', invalid: false },
    overrides: { named: new Set(), literal: new Set() },
    onText: () => {},
    onAdded: () => {},
    onNamed: () => {},
    onConverted: () => {},
    onSelection: () => {},
  })
  editor.focus()
  await userEvent.keyboard('12')
  await userEvent.keyboard('{Control>}a{/Control}{Control>}b{/Control}3')
  expect(editor.text()).toBe('3')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(editor.text()).toBe('Hello {name}12 {name}.')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(editor.text()).toBe(text)
  expect(onViolation).not.toHaveBeenCalled()
  editor.destroy()
})
