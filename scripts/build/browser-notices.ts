import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { languageCodes } from '#languages/languages.ts'

/** The oldest versions in which everything works. Listed in README.md, too; `first-paint.js` detects older ones. */
export const oldestBrowsers = { safari: '17.5', chrome: '123', firefox: '127' }

/**
 * Adds a sentence to each page for browsers that are too old, which `first-paint.js` shows, and one for browsers without
 * JavaScript. In all languages, because the page is the same for everyone.
 */
export function browserNotices(): Plugin {
  return {
    name: 'browser-notices',
    transformIndexHtml: (html) =>
      html.replace(
        '<!--notices-->',
        () => `<noscript>${inAllLanguages('noScripts')}</noscript>
    <div id="too-old" hidden>${inAllLanguages('tooOld')}</div>`,
      ),
  }
}

function inAllLanguages(key: 'noScripts' | 'tooOld'): string {
  return languageCodes
    .map((language) => {
      const file = new URL(`../../languages/${language}/browser.json`, import.meta.url)
      const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<typeof key, string>
      const text = Object.entries(oldestBrowsers).reduce(
        (filled, [name, version]) => filled.replace(`{${name}}`, version),
        texts[key],
      )
      return `<p class="browser-notice" lang="${language}">${text}</p>`
    })
    .join('')
}
