import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { compressPage } from '#web/app/compress-page.ts'
import { toPageScript } from '#web/app/script-text.ts'
import { SignedInLayout } from '#web/app/signed-in-layout.tsx'
import { languageCodes } from '#languages/languages.ts'
import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import { beginWithMessages, loadCatalogues } from '#web/messages/messages.ts'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { Toolbar } from './toolbar.tsx'

/**
 * The page for a library with the screen drawn as far as it can be without its owner's prompts, in every
 * language. It stays until the screen is there, and takes no key or press meanwhile. `template` is the
 * built index.html.
 */
export async function renderLibraryFrame(template: string) {
  const pages = []
  for (const language of languageCodes) {
    const messages = await loadCatalogues(language, ['shell', 'library', 'prompt'])
    beginWithMessages({ language, messages })
    const texts = toPageScript('texts', { language, messages })
    const frame = renderToStaticMarkup(
      <div inert aria-hidden>
        <QueryClientProvider client={new QueryClient()}>
          <MessagesProvider>
            <MemoryRouter initialEntries={['/prompts']}>
              <Routes>
                <Route Component={SignedInLayout}>
                  <Route path="/prompts" Component={LibraryFrame} />
                </Route>
              </Routes>
            </MemoryRouter>
          </MessagesProvider>
        </QueryClientProvider>
      </div>,
    )
    const html = template
      .replace('<html lang="en">', `<html lang="${language}" data-session>`)
      .replace('<div id="root"></div>', () => `<div id="root">${frame}</div>${texts}`)
    pages.push({ language, brotli: compressPage(html) })
  }
  return pages
}

const nothing = () => {}

function LibraryFrame() {
  return (
    <>
      <Toolbar
        searchText=""
        onSearch={nothing}
        onApproach={nothing}
        onCreateFolder={nothing}
        onAddPrompt={nothing}
      />
      <LibrarySkeleton />
    </>
  )
}
