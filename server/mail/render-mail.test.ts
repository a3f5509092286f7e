import { describe, expect, test } from 'vitest'
import { renderLinkMail } from '#server/mail/render-mail.ts'

const email = `"<img src=x onerror=alert(1)>"&'o@example.com`
const link = 'https://prompts.example.com/verify-email/abc?a=1&b=2'

describe.each([
  ['verification', { en: '24 hours', de: '24 Stunden' }],
  ['reset', { en: '30 minutes', de: '30 Minuten' }],
] as const)('The %s mail', (kind, lifetime) => {
  const render = (language: 'en' | 'de') => renderLinkMail(language, { kind, email }, link)

  test.each(['en', 'de'] as const)(
    'states in "%s" its purpose and how long it is valid',
    (language) => {
      const { subject, plain, html } = render(language)
      for (const text of [plain, html]) expect(text).toContain(lifetime[language])
      expect(html).toContain(`<title>${subject}</title>`)
      // On a separate line, for clients that detect links.
      expect(plain.split('\n')).toContain(link)
    },
  )

  test('differs completely between languages', () => {
    const [english, german] = [render('en'), render('de')]
    const lines = english.plain.split('\n').filter((line) => german.plain.includes(line))
    expect(lines.filter((line) => line !== '')).toEqual([link, '-- ', 'Promptshelf'])
    expect(english.subject).not.toBe(german.subject)
  })

  test('shows user content verbatim, never as HTML', () => {
    const { plain, html } = render('de')
    expect(plain).toContain(email)
    expect(html).toContain('&quot;&lt;img src=x onerror=alert(1)&gt;&quot;&amp;&#39;o@example.com')
    expect(html).not.toContain('<img')
    expect(html).toContain('href="https://prompts.example.com/verify-email/abc?a=1&amp;b=2"')
  })
})
