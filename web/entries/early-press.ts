declare global {
  interface Window {
    /** The last button pressed, while the page was not live; `web/public/first-paint.js` keeps it. */
    earlyPress?: HTMLButtonElement | null
  }
}

/** Presses again what was pressed on the page before it was live. */
export function pressAgain(): void {
  window.earlyPress?.click()
}

/** The same, where the screen has taken the page's place: on the bar, whose buttons they both have. */
export function pressAgainOnBar(): void {
  const bar = window.earlyPress?.closest('header')
  if (!bar) return
  const place = [...bar.querySelectorAll('button')].findIndex((it) => it === window.earlyPress)
  document.querySelectorAll<HTMLButtonElement>('header button').item(place)?.click()
}
