import { useTranslations } from 'use-intl'
import { toScriptText } from '#contract/core/script-text.ts'
import { languageCodes, languages, type Language } from '#languages/languages.ts'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'

type LandingHeadProps = {
  baseUrl: string
  language: Language
  /** Whether the page's address names the language. */
  isAddressed: boolean
  offer: Offer
}

/** Metadata for search engines and link previews. */
export function LandingHead({ baseUrl, language, isAddressed, offer }: LandingHeadProps) {
  const t = useTranslations('landing')
  const addressOf = (language: Language) => `${baseUrl}/?lang=${language}`
  const title = t('meta.title')
  const free = offer.hasPlans ? ` ${t('meta.free', { eu: offer.isInEu ? 'yes' : 'no' })}` : ''
  const description = t('hero.text') + free
  const address = isAddressed ? addressOf(language) : `${baseUrl}/`
  const picture = `${baseUrl}/preview-${language}.png`
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {languageCodes.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={addressOf(language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`${baseUrl}/`} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Promptshelf" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={languages[language].locale.replace('-', '_')} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{
          __html: toScriptText({
            '@context': 'https://schema.org',
            '@type': 'WebApplication',
            name: 'Promptshelf',
            url: `${baseUrl}/`,
            description,
            applicationCategory: 'ProductivityApplication',
            operatingSystem: 'Any',
            inLanguage: languageCodes,
            ...(offer.hasPlans && {
              offers: offer.plans.map(({ name, price }) => ({
                '@type': 'Offer',
                name,
                price,
                priceCurrency: 'EUR',
              })),
            }),
          }),
        }}
      />
    </>
  )
}
