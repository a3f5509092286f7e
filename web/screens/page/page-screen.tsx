import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { pageQuery } from '#web/screens/page/get-page.ts'
import { PageLinks } from '#web/screens/page/page-links.tsx'
import { PageText } from '#web/screens/page/page-text.tsx'
import styles from './page-screen.module.css'

/** A static page: a banner with its title, and its text. */
export function PageScreen() {
  const { type = '' } = useParams()
  const language = useLanguage()
  const { data: page, error } = useQuery(pageQuery(type))
  // The router shows the error screen, or the not-found screen.
  if (error && !page) throw error

  const { title, content } = page?.texts[language] ?? page ?? {}
  return (
    <>
      <main aria-busy={!page}>
        <header className={`skeleton ${styles.banner}`}>
          {title === undefined ? <i /> : <h1>{title}</h1>}
        </header>
        <div className={styles.body}>
          {title !== undefined && <title>{`${title} · Promptshelf`}</title>}
          {content === undefined ? <Skeleton /> : <PageText html={content} />}
        </div>
      </main>
      <footer className={styles.foot}>
        <PageLinks />
      </footer>
    </>
  )
}

/** Placeholder while the page loads. */
function Skeleton() {
  return (
    <div className={`skeleton ${styles.skeleton}`}>
      {Array.from({ length: 3 }, (_, paragraph) => (
        <p key={paragraph}>
          <i />
          <i />
          <i />
        </p>
      ))}
    </div>
  )
}
