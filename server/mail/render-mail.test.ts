import { describe, expect, test } from 'vitest'
import { renderResetMail } from '#server/mail/render-reset-mail.ts'
import { renderVerificationMail } from '#server/mail/render-verification-mail.ts'

const email = `"<img src=x onerror=alert(1)>"&'o@example.com`
const link = 'https://prompts.example.com/verify-email/abc?a=1&b=2'

describe.each([
  ['verification', renderVerificationMail, { en: '24 hours', de: '24 Stunden' }],
  ['reset', renderResetMail, { en: '30 minutes', de: '30 Minuten' }],
] as const)('The %s mail', (_name, render, lifetime) => {
  test.each(['en', 'de'] as const)('says in "%s" what it is for and how long', (language) => {
    const { subject, plain, html } = render(language, email, link)
    for (const text of [plain, html]) expect(text).toContain(lifetime[language])
    expect(html).toContain(`<title>${subject}</title>`)
    // On a line of its own, for programs that make links of addresses.
    expect(plain.split('\n')).toContain(link)
  })

  test('is another text in each language', () => {
    const [english, german] = [render('en', email, link), render('de', email, link)]
    const lines = english.plain.split('\n').filter((line) => german.plain.includes(line))
    expect(lines.filter((line) => line !== '')).toEqual([link, '-- ', 'Promptshelf'])
    expect(english.subject).not.toBe(german.subject)
  })

  test('shows what users write as it is, and never as HTML', () => {
    const { plain, html } = render('de', email, link)
    expect(plain).toContain(email)
    expect(html).toContain('&quot;&lt;img src=x onerror=alert(1)&gt;&quot;&amp;&#39;o@example.com')
    expect(html).not.toContain('<img')
    expect(html).toContain('href="https://prompts.example.com/verify-email/abc?a=1&amp;b=2"')
  })
})
