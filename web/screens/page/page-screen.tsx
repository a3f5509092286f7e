import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { pageQuery } from '#web/screens/page/get-page.ts'
import { PageLinks } from '#web/screens/page/page-links.tsx'
import { PageText } from '#web/screens/page/page-text.tsx'
import styles from './page-screen.module.css'

/** A static page, which its route has loaded: a banner with its title, and its text. */
export function PageScreen() {
  const { type = '' } = useParams()
  const language = useLanguage()
  const { data: page } = useQuery(pageQuery(type))
  if (!page) return null

  const { title, content } = page.texts[language] ?? page
  return (
    <>
      <title>{`${title} · Promptshelf`}</title>
      <main>
        <header className={styles.banner}>
          <h1>{title}</h1>
        </header>
        <div className={styles.body}>
          <PageText html={content} />
        </div>
      </main>
      <footer className={styles.foot}>
        <PageLinks />
      </footer>
    </>
  )
}
