import { languages, type Language } from '#languages/languages.ts'
import { escapeHtml } from '#server/core/texts/escape-html.ts'
import type { CataloguePlan } from '#server/config/catalogue.rules.ts'
import { readTexts } from '#server/core/texts/read-texts.ts'

const texts = readTexts('sandbox')

/** The sandbox's checkout page: plainly marked as a test, without scripts. */
export function renderSandboxPage(
  language: Language,
  { id, plan, isDeclined }: { id: string; plan: CataloguePlan; isDeclined: boolean },
): string {
  const words = texts[language]
  const price = new Intl.NumberFormat(languages[language].locale, {
    style: 'currency',
    currency: 'EUR',
  }).format(Number(plan.price))
  const button = (action: string, label: string) =>
    `<form method="post" action="/sandbox/checkout/${id}/${action}"><button>${label}</button></form>`
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>${words.title} · Promptshelf</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/sandbox/checkout.css">
  </head>
  <body>
    <main>
      <p class="test">${words.notice}</p>
      <h1>${words.title}</h1>
      <dl>
        <dt>Promptshelf ${escapeHtml(plan.name)}</dt>
        <dd><strong>${price}</strong> ${words[plan.type]}</dd>
      </dl>
      ${isDeclined ? `<p class="declined" role="alert">${words.declined}</p>` : ''}
      ${button('pay', words.pay)}
      ${button('decline', words.payDeclined)}
      <a href="/plans">${words.cancel}</a>
    </main>
  </body>
</html>
`
}

export const sandboxStyles = `
:root { color-scheme: light dark; --page: light-dark(#fafafa, #09090b); --surface: light-dark(#fff, #18181b);
  --ink: light-dark(#18181b, #fafafa); --quiet: light-dark(#52525b, #a1a1aa); --line: light-dark(#e4e4e7, #27272a); }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--page);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 400px; overflow: hidden; border: 1px solid var(--line); border-radius: 10px;
  background: var(--surface); padding: 0 24px 24px; display: grid; gap: 12px; }
.test { margin: 0 -24px; padding: 10px 24px; background: var(--ink); color: var(--page); font-size: 14px;
  font-weight: 600; }
h1 { margin-top: 12px; font-size: 20px; letter-spacing: -0.01em; }
dl { padding-bottom: 8px; }
dd { margin: 0; color: var(--quiet); }
strong { color: var(--ink); font-size: 24px; }
.declined { color: light-dark(#dc2626, #f87171); }
button, a { display: block; width: 100%; padding: 9px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: none; color: var(--ink); font: inherit; font-weight: 500; text-align: center; text-decoration: none;
  cursor: pointer; }
form:first-of-type button { border-color: var(--ink); background: var(--ink); color: var(--page); }
button:hover, a:hover { border-color: var(--ink); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
`
