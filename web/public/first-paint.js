// Before the first paint, so that no wrong theme or language flashes up: the stored choices.
;(() => {
  const root = document.documentElement
  try {
    const dark = localStorage.getItem('dark')
    if (dark !== null) {
      root.dataset.theme = dark === 'true' ? 'dark' : 'light'
      // What surrounds the page, a phone's status bar say, goes along; the colours are --page.
      for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
        meta.content = dark === 'true' ? '#09090b' : '#fafafa'
      }
    }
    // The server has chosen already.
    if ('prerendered' in root.dataset) return
    const german = navigator.language.toLowerCase().startsWith('de')
    root.lang = localStorage.getItem('lang') ?? (german ? 'de' : 'en')
  } catch {
    // Storage is switched off: the system's theme, and English until the page has loaded.
  }
})()
