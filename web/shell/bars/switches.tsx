import { Moon, Sun } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { languageCodes, languages } from '#languages/languages.ts'
import { switchLanguage } from '#web/ui/messages/messages.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import styles from './switches.module.css'
import { useTheme } from '#web/ui/controls/theme.ts'

/** EN / DE. */
export function LanguageSwitch() {
  const t = useTranslations('shell')
  const current = useLanguage()
  return (
    <div role="group" aria-label={t('language')} className={styles.languages}>
      {languageCodes.map((language) => (
        <button
          key={language}
          type="button"
          className="bare text-13 quiet transparent rounded hoverable"
          lang={language}
          aria-label={`${language.toUpperCase()}, ${languages[language].name}`}
          aria-pressed={language === current}
          onClick={() => void switchLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  )
}

export function ThemeSwitch() {
  const t = useTranslations('shell')
  const { isDark, toggle } = useTheme()
  return (
    <IconButton label={t(isDark ? 'lightTheme' : 'darkTheme')} onClick={toggle}>
      {/* On a prerendered page, the theme is not known yet, so CSS shows the right one immediately. */}
      <Sun size={18} className={styles.inDark} />
      <Moon size={18} className={styles.inLight} />
    </IconButton>
  )
}
