import styles from './page-text.module.css'

/**
 * What a static page says. The only place where HTML is set: it is the operator's own Markdown, which the
 * server has rendered without raw HTML, and the page's security policy runs no script of it anyway.
 */
export function PageText({ html }: { html: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
