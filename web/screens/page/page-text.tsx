import styles from './page-text.module.css'

/**
 * The text of a static page. No other component sets HTML: this is the operator's own Markdown, which the server
 * renders without raw HTML, and the security policy blocks scripts in it.
 */
export function PageText({ html }: { html: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
