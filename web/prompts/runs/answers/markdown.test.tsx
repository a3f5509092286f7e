import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import messages from '#languages/en/runs.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { Markdown } from './markdown.tsx'

async function draw(text: string): Promise<HTMLElement> {
  const { container } = await show(<Markdown text={text} />, 'runs')
  return container
}

function press(button: Locator) {
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

test('An answer is rendered from Markdown', async () => {
  const container = await draw(
    [
      '## Title\n\nSome **bold**, *slanted* and ~~struck~~ `code`.\nA second line.',
      '1. one\n2. two\n   - inner',
      '> quoted',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '```js\nlet a = 1\n```',
      '---',
    ].join('\n\n'),
  )
  const texts = (selector: string) =>
    [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(texts('h4')).toEqual(['Title'])
  expect(texts('strong, em, s, p > code')).toEqual(['bold', 'slanted', 'struck', 'code'])
  expect(texts('ol > li')).toHaveLength(2)
  expect(texts('li li')).toEqual(['inner'])
  expect(texts('blockquote')).toEqual(['quoted'])
  expect(texts('th, td')).toEqual(['a', 'b', '1', '2'])
  expect(texts('pre code')).toEqual(['let a = 1\n'])
  expect(container.querySelectorAll('hr, p br')).toHaveLength(2)
})

test('A block of code is copied unchanged', async () => {
  await draw('```\n  let {a} = "<b>"\n```')
  await page.getByRole('button', { name: messages.copyCode }).click()
  await expect.element(page.getByText(messages.codeCopied)).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe('  let {a} = "<b>"\n')
})

test.each([
  ['[here](https://example.com/a)', 'here (https://example.com/a)'],
  ['<https://example.com/>', 'https://example.com/'],
  ['[here](javascript:alert(1))', '[here](javascript:alert(1))'],
  ['![a dot](https://example.com/a.png)', '!a dot (https://example.com/a.png)'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('%s is shown as %s, without a link', async (source, text) => {
  const container = await draw(source)
  expect(container.textContent).toBe(text)
  expect(container.querySelectorAll('a, img, script')).toHaveLength(0)
})

const allowed = new Set(
  (
    'div p h4 h5 h6 ul ol li blockquote hr br table thead tbody tr th td strong em s code pre span ' +
    'button svg path rect'
  ).split(' '),
)
const ours = new Set([
  'class',
  'dir',
  'role',
  'aria-label',
  'aria-live',
  'aria-atomic',
  'title',
  'type',
  'tabindex',
])

test('No text creates other elements, or attributes with custom content', async () => {
  const pieces = fc.constantFrom(
    ...(
      'evil¦\n¦\n\n¦    ¦- ¦1. ¦> ¦# ¦```¦```evil onload=evil\n¦|¦|-|\n¦`¦**¦_¦~~¦' +
      '[evil](evil)¦[evil](http://evil "evil")¦<evil:evil>¦![evil](evil)¦' +
      '<script>evil</script>¦<img src=evil>¦<a href="evil">¦<!--evil-->¦<evil@evil.com>¦' +
      '&lt;b&gt;¦[evil]: http://evil¦"¦\\¦{{evil}}¦</div>¦\0'
    ).split('¦'),
  )
  await draw('')
  const { container, rerender } = await show(<Markdown text="" />, 'runs')
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 50 }), async (all) => {
      await rerender(<Markdown text={all.join('')} />)
      for (const element of container.querySelectorAll('*:not(svg *)')) {
        expect(allowed).toContain(element.localName)
        if (element.localName === 'svg') continue
        for (const { name, value } of element.attributes) {
          if (name === 'start') expect(value).toMatch(/^\d+$/)
          else expect(ours).toContain(name)
          expect(value).not.toContain('evil')
        }
      }
    }),
    { numRuns: 400 },
  )
})

test.each(['[', '![', '[a](', '**a', '`a``', '<', '> ', '- a\n', '| a\n', '*_', '&#'])(
  '100 kB of %j are rendered within seconds, with every letter',
  async (piece) => {
    const text = `${piece.repeat(100_000 / piece.length)}\n\nthe end`
    const start = performance.now()
    const container = await draw(text)
    // This takes a second on an idle machine.
    expect(performance.now() - start).toBeLessThan(15_000)
    expect(container.textContent).toContain('the end')
  },
)

test('A long answer that grows stays fast: only its end is rendered again', async () => {
  const part = '# Title\n\nSome **bold** text with `code`.\n\n- one\n- two\n\n> quote\n\n'
  const whole = part.repeat(100_000 / part.length)
  const add: { word?: () => void } = {}
  function Growing() {
    const [text, setText] = useState(whole)
    useEffect(() => {
      add.word = () => flushSync(() => setText((text) => `${text} word`))
    }, [])
    return <Markdown text={text} />
  }
  const { container } = await show(<Growing />, 'runs')
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now()
    add.word?.()
    return performance.now() - start
  })
  expect(container.textContent).toContain('word word')
  expect(times.toSorted((one, other) => one - other)[10]).toBeLessThan(300)
})

test.each([
  ['one word', 'x'.repeat(2_000_000)],
  ['a million lines', 'x\n'.repeat(1_000_000)],
  ['one word of 150,000 characters between paragraphs', `a\n\n${'x'.repeat(150_000)}\n\nb`],
])('An answer of %s is rendered in parts', async (_, text) => {
  const container = await draw(text)
  const drawn = () => container.textContent.length
  expect(drawn()).toBeLessThan(25_000)
  const group = page.getByRole('group', { name: messages.parts.title })
  const next = group.getByRole('button', { name: messages.parts.next })
  for (let presses = 0; presses < 110; presses++) press(next)
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  expect(drawn()).toBeLessThan(25_000)
})

test('The parts of a long text add up to the whole text, and split no character', async () => {
  const text = `x${'🙂'.repeat(25_000)}`
  const container = await draw(text)
  const next = page.getByRole('button', { name: messages.parts.next })
  let read = ''
  for (;;) {
    read += container.querySelector('div')?.firstElementChild?.textContent ?? ''
    if (next.element().getAttribute('aria-disabled')) break
    flushSync(() => press(next))
  }
  expect(read).toBe(text)
})
