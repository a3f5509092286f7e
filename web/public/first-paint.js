// Before the first paint, so that no wrong theme or language flashes up: the stored choices. And since it
// is the first to run, it asks for what the screen at this address cannot be shown without.
;(() => {
  const root = document.documentElement
  const served = root.lang
  try {
    const dark = localStorage.getItem('dark')
    if (dark !== null) {
      root.dataset.theme = dark === 'true' ? 'dark' : 'light'
      // What surrounds the page, a phone's status bar say, goes along; the colours are --page.
      for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
        meta.content = dark === 'true' ? '#09090b' : '#fafafa'
      }
    }
    const sidebar = localStorage.getItem('sidebar')
    if (sidebar !== null) root.dataset.sidebar = sidebar
    // The server has chosen already. What is pressed before the page's own scripts are there, they press again.
    if ('prerendered' in root.dataset) {
      addEventListener(
        'click',
        ({ target }) => (window.earlyPress = target.closest('button')),
        true,
      )
      addEventListener('keydown', goOnWithEnter)
      return
    }
    const german = navigator.language.toLowerCase().startsWith('de')
    root.lang = localStorage.getItem('lang') ?? (german ? 'de' : 'en')
  } catch {
    // Storage is switched off: the system's theme, and English until the page has loaded.
  }
  askForAnswers()
  askForCode()

  /** As `useFieldWalk` does, which comes first when it is there. */
  function goOnWithEnter(event) {
    const { key, shiftKey, ctrlKey, metaKey, isComposing, defaultPrevented, target } = event
    if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || isComposing || defaultPrevented) return
    const fields = [...document.querySelectorAll('textarea')]
    const at = fields.indexOf(target)
    if (at === -1) return
    event.preventDefault()
    const next = fields[at + 1] ?? target.closest('article').querySelector('button')
    next.focus()
  }

  /** What the screen will ask the server first; `web/api/early-answers.ts` takes it. */
  function askForAnswers() {
    window.earlyAnswers = {}
    const headers = { 'accept-language': root.lang }
    for (const path of firstCalls(location)) {
      const answer = fetch(`/api/${path}`, { credentials: 'same-origin', headers })
      answer.catch(() => {})
      window.earlyAnswers[`/api/${path}`] = answer
    }
  }

  function firstCalls({ pathname, search }) {
    const folderId = new URLSearchParams(search).get('folderId')
    const folder = folderId === null ? '' : `?${new URLSearchParams({ folderId })}`
    // The server says whether there is a session: without one there are no lists to ask for.
    if (pathname === '/prompts' && 'session' in root.dataset) {
      return ['login-checker', `folders/list${folder}`, `prompts/list${folder}`]
    }
    const isGated = /^\/(prompts|plans|profile|login|register|forgot-password)\b/.test(pathname)
    return isGated ? ['login-checker'] : []
  }

  /** The files of the library, which the address tells before the router does; the build lists them. */
  function askForCode() {
    const list = document.getElementById('library-files')
    if (!list || location.pathname !== '/prompts') return
    const files = JSON.parse(list.textContent)
    // With a session, the page has its texts.
    const hasTexts = 'session' in root.dataset && root.lang === served
    for (const file of [...files.all, ...(hasTexts ? [] : (files[root.lang] ?? []))]) {
      const link = document.createElement('link')
      link.rel = file.endsWith('.js') ? 'modulepreload' : 'preload'
      if (file.endsWith('.css')) link.as = 'style'
      if (file.endsWith('.woff2')) link.as = 'font'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
  }
})()
