import { expect, test, vi } from 'vitest'
import { dropStartedCopy, startCopy } from './copy-text.ts'

test('A copy that the browser rejects and that ends without a text causes no error', async () => {
  const errors: unknown[] = []
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault()
    errors.push(event.reason)
  }
  window.addEventListener('unhandledrejection', note)
  // The browser does not wait for the text, as in a window without the focus.
  const refusal = new DOMException('Document is not focused.', 'NotAllowedError')
  const write = vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(refusal)
  startCopy()
  dropStartedCopy()
  // The browser reports an unhandled rejection in a separate task.
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  write.mockRestore()
  window.removeEventListener('unhandledrejection', note)
  expect(errors).toEqual([])
})
