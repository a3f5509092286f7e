import { useTranslations } from 'use-intl'
import { readUserAgent } from '#contract/core/user-agent.ts'

/** Returns the browser and system of a `User-Agent` in words. */
export function useDeviceName() {
  const t = useTranslations('accounts.profile')
  return (userAgent: string) => {
    const { browser, system } = readUserAgent(userAgent)
    if (browser && system) return t('device', { browser, system })
    return browser ?? system ?? t('unknownDevice')
  }
}
