import type { ErrorCode } from '#contract/core/errors.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import accountsDe from '#languages/de/accounts.json' with { type: 'json' }
import shellDe from '#languages/de/shell.json' with { type: 'json' }
import accountsEn from '#languages/en/accounts.json' with { type: 'json' }
import shellEn from '#languages/en/shell.json' with { type: 'json' }
import errorsDe from '#languages/de/errors.json' with { type: 'json' }
import mailsDe from '#languages/de/mails.json' with { type: 'json' }
import mailsEn from '#languages/en/mails.json' with { type: 'json' }
import faultsDe from '#languages/de/faults.json' with { type: 'json' }
import faultsEn from '#languages/en/faults.json' with { type: 'json' }

type Wording = {
  language: 'English' | 'German'
  locale: string
  accounts: typeof accountsEn
  shell: typeof shellEn
  errors: Record<ErrorCode, string>
  noAnswer: string
  mails: { verify: Mail; reset: Mail }
  here: string
  elsewhere: string
  secondsAgo: string
  minutes: (count: number) => string
}
type Mail = { subject: string; button: string }

export type AccountTexts = ReturnType<typeof toTexts>

/** What the account screens say in each language, from the catalogues. */
export const accountTexts = [
  toTexts({
    language: 'English',
    locale: 'en-GB',
    accounts: accountsEn,
    shell: shellEn,
    errors: errorMessages,
    noAnswer: faultsEn.noAnswer,
    mails: {
      verify: mailsEn.verification,
      reset: mailsEn.reset,
    },
    here: 'Chrome on Linux',
    elsewhere: 'Firefox on Windows',
    secondsAgo: '(?:now|\\d+ seconds? ago)',
    minutes: (count) => `${count} minute${count === 1 ? '' : 's'}`,
  }),
  toTexts({
    language: 'German',
    locale: 'de-DE',
    accounts: accountsDe,
    shell: shellDe,
    errors: errorsDe,
    noAnswer: faultsDe.noAnswer,
    mails: {
      verify: mailsDe.verification,
      reset: mailsDe.reset,
    },
    here: 'Chrome unter Linux',
    elsewhere: 'Firefox unter Windows',
    secondsAgo: '(?:jetzt|vor \\d+ Sekunden?)',
    minutes: (count) => `${count} Minute${count === 1 ? '' : 'n'}`,
  }),
]

function toTexts({ accounts, shell, errors, mails, ...wording }: Wording) {
  const { profile } = accounts
  return {
    language: wording.language,
    locale: wording.locale,
    email: accounts.email,
    password: accounts.password,
    confirmPassword: accounts.confirmPassword,
    newPassword: profile.newPassword,
    currentPassword: profile.currentPassword,
    home: shell.home,
    logIn: accounts.login.submit,
    register: accounts.register.submit,
    notFound: shell.notFound.text,
    somethingWrong: wording.noAnswer,
    fillAll: errors.fields_missing,
    emailInvalid: errors.email_invalid,
    tooShort: errors.password_too_short,
    tooLong: errors.password_too_long,
    mismatch: errors.password_mismatch,
    common: errors.password_common,
    unchanged: errors.password_unchanged,
    wrongPassword: errors.password_wrong,
    taken: errors.email_taken,
    created: accounts.login.created,
    verify: {
      ...mails.verify,
      pending: accounts.verify.pending,
      done: accounts.verify.title,
      home: accounts.verify.home,
    },
    forgot: {
      ...accounts.forgot,
      link: accounts.login.forgot,
      invalid: errors.reset_email_invalid,
    },
    reset: { ...accounts.reset, ...mails.reset, linkInvalid: errors.link_invalid },
    google: {
      button: accounts.login.google,
      pending: accounts.google.pending,
      failed: errors.google_failed,
      unverified: errors.google_email_unverified,
      missing: errors.google_unavailable,
      unreachable: errors.unavailable,
    },
    profile: {
      ...profile,
      threeOfTen: profile.ofLimit.replace('{count}', '3').replace('{limit}', '10'),
      twentyGiven: [profile.creditsAvailable, profile.creditsOnce]
        .map((text) => text.replace(/\{\w+, number\}/, '20'))
        .join(' '),
      sessions: profile.sessionsTitle,
      here: wording.here,
      elsewhere: wording.elsewhere,
      lastUsed: new RegExp(`^${profile.lastUsed.replace('{when}', wording.secondsAgo)}$`),
    },
    tooMany: {
      oneMinute: tooMany(1),
      sixMinutes: tooMany(6),
      twentyMinutes: tooMany(20),
    },
  }

  function tooMany(count: number) {
    return shell.tooManyAttempts.replace(/\{minutes, .*\}\}/, wording.minutes(count))
  }
}
