// Runs before the first paint, so that no wrong theme flashes up.
;(() => {
  const root = document.documentElement
  // Features that the versions in `browser-notices.ts` have, and older ones lack.
  const isNewEnough =
    'showPopover' in HTMLElement.prototype &&
    'union' in Set.prototype &&
    CSS.supports('color', 'light-dark(red, red)')
  if (!isNewEnough) {
    root.dataset.tooOld = ''
    addEventListener('DOMContentLoaded', () => (document.getElementById('too-old').hidden = false))
  }
  // The server lists the calls whose responses the first screen shows; `first-answers.ts` returns them.
  // A copy of the library answers them, too.
  const { calls, phoneCalls } = root.dataset
  if (calls && !hasCopy()) {
    const isPhone = phoneCalls && matchMedia('(max-width: 640px)').matches
    const paths = `${calls}${isPhone ? ` ${phoneCalls}` : ''}`.split(' ')
    window.firstAnswers = new Map(paths.map((path) => [path, fetch(path).catch(() => {})]))
  }
  // While the frame of a screen is shown, it stores the first shortcut, which `early-keys.ts` repeats on the screen.
  addEventListener('keydown', function keep(event) {
    const { key, ctrlKey, metaKey } = event
    if (!document.querySelector('[data-frame]')) return removeEventListener('keydown', keep)
    if (key.length > 1) return
    // Firefox would search with them.
    if (key === '/' || ((ctrlKey || metaKey) && key === 'k')) event.preventDefault()
    window.earlyKey ??= event
  })
  try {
    const dark = localStorage.getItem('dark')
    if (dark !== null) {
      root.dataset.theme = dark === 'true' ? 'dark' : 'light'
      // The browser's own interface, such as a phone's status bar, follows. The colours are --page.
      for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
        meta.content = dark === 'true' ? '#09090b' : '#fafafa'
      }
    }
    if (!('prerendered' in root.dataset)) {
      // The frame of the screen has it open.
      if (localStorage.getItem('sidebar') === 'closed') root.dataset.sidebar = 'closed'
      // The router reads it when it starts. Reading it from the browser blocks, but here the page only waits for
      // scripts.
      void sessionStorage.length
      return
    }
    // What this tab keeps changes the screen: it stays hidden until `main.tsx` draws it.
    const keys = root.dataset.tabKeys?.split(' ') ?? []
    if (keys.some((key) => sessionStorage.getItem(key) !== null)) root.dataset.waits = ''
  } catch {
    // If storage is blocked, the theme is the system's.
  }
  // Until a prerendered page is hydrated, it stores the last click, which `hydrate-page.tsx` repeats, and Enter moves
  // from field to field as in `use-field-walk.ts`. In a form, it presses the button, and nothing is sent.
  addEventListener('click', ({ target }) => (window.earlyPress = target.closest('button')), true)
  const isHydrated = () => !('prerendered' in root.dataset)
  addEventListener('submit', (event) => isHydrated() || event.preventDefault())
  addEventListener('keydown', (event) => {
    const { key, shiftKey, ctrlKey, metaKey, isComposing, defaultPrevented, target } = event
    if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || isComposing || defaultPrevented) return
    if (target.form || isHydrated()) return
    const area = target.closest('article, main')
    const fields = area ? [...area.querySelectorAll('textarea, input, select')] : []
    const at = fields.indexOf(target)
    if (at === -1 || 'breaksLines' in target.dataset) return
    event.preventDefault()
    const next = fields[at + 1] ?? area.querySelector('footer button')
    next.focus()
  })

  function hasCopy() {
    try {
      return localStorage.getItem('copied-at') !== null
    } catch {
      return false
    }
  }
})()
