import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { isLoopback, isUnsafeDatabase, isUnsafeMail } from '#server/config/unsafe-connections.ts'

/** An invalid variable. The message is one line for the operator. */
export class ConfigError extends Error {}

export type Config = z.output<typeof Environment>

/** The path of a SQLite file, or the address of a PostgreSQL database. */
export type DatabaseLocation = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Whether a host name is this machine's own. */
export function isLocalHost(name: string): boolean {
  return localHosts.has(name)
}

const googleIssuer = 'https://accounts.google.com'

const text = (meaning: string) => z.string().check(z.minLength(1, meaning))
const choice = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, values.join(', '))
const address = (protocol: RegExp, meaning: string) =>
  z.string().check(z.refine((url) => URL.canParse(url) && protocol.test(url), meaning))
const onOff = z.pipe(
  choice('on', 'off'),
  z.transform((value) => value === 'on'),
)

/** Who may register: everyone, no one, or users with an address of certain domains. */
export type Registration = 'open' | 'closed' | { domains: readonly string[] }

const registration = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^(?:open|closed|domains:[a-z0-9.-]+(?:,[a-z0-9.-]+)*)$/i,
        'open, closed, or domains: and a list such as domains:example.com,example.org',
      ),
    ),
  z.transform((value): Registration => {
    const text = value.toLowerCase()
    if (text === 'open' || text === 'closed') return text
    return { domains: text.slice('domains:'.length).split(',') }
  }),
)

const origins = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (list) => splitList(list).every((origin) => isOrigin(origin)),
        'a list of origins such as http://127.0.0.1:11434,http://10.0.0.7:8000',
      ),
    ),
  z.transform((list) => splitList(list).map((origin) => new URL(origin).origin)),
)

/** The hosts of users' connections; empty: none; undefined: any. */
const connectionHosts = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^(?:none|[\w.-]+(?:\s*,\s*[\w.-]+)*)$/,
        'none, or a list of hosts such as api.openai.com,api.anthropic.com, or nothing',
      ),
    ),
  z.transform((list) => (list === 'none' ? [] : splitList(list.toLowerCase()))),
)

/** A key of AES-256 with its name. */
export type SecretKey = { name: string; key: Buffer }

const secretKeys = z.pipe(
  z.string().check(
    z.refine((list) => {
      const keys = splitList(list)
      const names = new Set(keys.map((key) => key.split(':', 1)[0]))
      return (
        names.size === keys.length &&
        keys.every((key) => /^[a-z0-9-]{1,20}:[A-Za-z0-9+/]{43}=$/.test(key))
      )
    }, 'a list of named keys such as k2:BASE64,k1:BASE64, each of 32 bytes (openssl rand -base64 32)'),
  ),
  z.transform((list): SecretKey[] =>
    splitList(list).map((text) => {
      const [name = '', key = ''] = text.split(':')
      return { name, key: Buffer.from(key, 'base64') }
    }),
  ),
)

/** The variables that can also be read from a file, whose path is in NAME_FILE. */
export const secretNames = [
  'DATABASE_URL',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SECRETS_KEY',
] as const

const hourMs = 60 * 60_000

const interval = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,2}[hd]$/, 'hours or days, such as 24h or 7d, or nothing')),
  z.transform((text) => Number.parseInt(text, 10) * (text.endsWith('d') ? 24 * hourMs : hourMs)),
)

const recipients = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (list) => splitList(list).every((key) => /^age1[a-z0-9]{20,3000}$/.test(key)),
        'a list of age public keys, such as age1…,age1…',
      ),
    ),
  z.transform(splitList),
)

const portMeaning = 'a whole number from 0 to 65535'
const portNumber = z
  .pipe(z.string().check(z.regex(/^\d{1,5}$/, portMeaning)), z.transform(Number))
  .check(z.refine((port) => port <= 65_535, portMeaning))

/** Every variable of `.env.example`. The message of each check says which values are allowed. */
const Variables = z.object({
  PORT: z.prefault(portNumber, '3000'),
  HOST: z.prefault(text('a host name or an IP address'), '127.0.0.1'),
  BASE_URL: z.optional(
    z
      .string()
      .check(z.refine(isOrigin, 'an origin such as https://prompts.example.com, without a path')),
  ),
  DATA_DIR: z.prefault(text('a directory'), './data'),
  DATABASE_URL: z.optional(address(/^postgres(?:ql)?:/, 'a postgres:// address, or nothing')),
  SMTP_URL: z.optional(address(/^smtps?:/, 'an smtp:// or smtps:// address, or nothing')),
  CONTACT_EMAIL: z.optional(
    z
      .string()
      .check(
        z.regex(/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, 'an e-mail address, such as abuse@example.com'),
      ),
  ),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
          'an e-mail address, such as Promptshelf <shelf@example.com>',
        ),
      ),
  ),
  GOOGLE_CLIENT_ID: z.optional(text('a Google client id')),
  GOOGLE_CLIENT_SECRET: z.optional(text('the secret of GOOGLE_CLIENT_ID')),
  GOOGLE_SKIPS_SECOND_FACTOR: z.prefault(onOff, 'off'),
  OLD_ORIGINS: z.prefault(origins, ''),
  GOOGLE_ISSUER: z.prefault(address(/^https?:/, 'the address of an OpenID issuer'), googleIssuer),
  PLANS: z.prefault(onOff, 'on'),
  MONTHLY_CREDITS: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, 'a whole number of credits, or nothing')),
      z.transform(Number),
    ),
  ),
  PAYMENTS: z.optional(choice('sandbox', 'stripe', 'off')),
  STRIPE_SECRET_KEY: z.optional(text('a Stripe secret key')),
  STRIPE_WEBHOOK_SECRET: z.optional(text('the signing secret of a Stripe webhook')),
  STRIPE_API_URL: z.optional(address(/^https?:/, 'an http:// or https:// address')),
  PLANS_FILE: z.prefault(z.string(), fileURLToPath(new URL('./catalogue.json', import.meta.url))),
  PAGES_DIR: z.prefault(z.string(), fileURLToPath(new URL('../../pages', import.meta.url))),
  DATA_REGION: z.optional(choice('eu', 'other')),
  OPEN_IN_FILE: z.prefault(z.string(), fileURLToPath(new URL('./targets.json', import.meta.url))),
  MODELS_FILE: z.optional(z.string()),
  MODEL_HOSTS: z.prefault(origins, ''),
  CONNECTION_HOSTS: z.optional(connectionHosts),
  SECRETS_KEY: z.optional(secretKeys),
  CLIENT_METADATA_DOCUMENTS: z.prefault(onOff, 'on'),
  SERVICE_WORKER: z.prefault(onOff, 'on'),
  RATE_LIMITS: z.prefault(onOff, 'on'),
  TRUST_PROXY: z.prefault(onOff, 'off'),
  INSECURE_HTTP: z.prefault(onOff, 'off'),
  INSECURE_DATABASE: z.prefault(onOff, 'off'),
  INSECURE_SMTP: z.prefault(onOff, 'off'),
  REGISTRATION: z.prefault(registration, 'open'),
  BACKUP_EVERY: z.optional(interval),
  BACKUP_KEEP: z.prefault(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'how many backups remain, from 1 to 999')),
      z.transform(Number),
    ),
    '7',
  ),
  BACKUP_DIR: z.optional(text('a directory')),
  BACKUP_RECIPIENTS: z.prefault(recipients, ''),
  COPY_BEFORE_UPGRADE: z.prefault(onOff, 'on'),
  METRICS_PORT: z.optional(portNumber),
  METRICS_HOST: z.prefault(text('a host name or an IP address'), '127.0.0.1'),
  LOG_ADDRESSES: z.prefault(onOff, 'off'),
  LOG_LEVEL: z.prefault(
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
  ),
})

/** The names of all variables, except NAME_FILE. */
export const variableNames = Object.keys(Variables.def.shape)

const Environment = z.pipe(
  Variables,
  z.transform((variables) => {
    const baseUrl = new URL(variables.BASE_URL ?? `http://localhost:${variables.PORT}`).origin
    const isLocal = localHosts.has(new URL(baseUrl).hostname)
    const database: DatabaseLocation =
      variables.DATABASE_URL === undefined
        ? { kind: 'sqlite', file: `${variables.DATA_DIR}/promptshelf.sqlite` }
        : { kind: 'postgres', url: variables.DATABASE_URL }
    return {
      port: variables.PORT,
      host: variables.HOST,
      /** The public origin, without a trailing slash. */
      baseUrl,
      /** Whether the public origin is localhost. */
      isLocal,
      /** Whether the landing page says that data is stored in the EU. */
      isInEu: variables.DATA_REGION === undefined ? isLocal : variables.DATA_REGION === 'eu',
      dataDir: variables.DATA_DIR,
      database,
      smtpUrl: variables.SMTP_URL,
      /**
       * Whether mails are only sent over an encrypted connection: unless the mail server is on this machine, or the
       * operator opts out.
       */
      encryptsMails:
        variables.SMTP_URL !== undefined &&
        !variables.INSECURE_SMTP &&
        !isLoopback(new URL(variables.SMTP_URL).hostname),
      insecureSmtp: variables.INSECURE_SMTP,
      insecureDatabase: variables.INSECURE_DATABASE,
      mailFrom: variables.MAIL_FROM,
      /** The recipient of reports about shared prompts and vulnerabilities. */
      contactEmail: variables.CONTACT_EMAIL,
      googleClientId: variables.GOOGLE_CLIENT_ID,
      googleClientSecret: variables.GOOGLE_CLIENT_SECRET,
      googleIssuer: variables.GOOGLE_ISSUER,
      /** Whether logging in with Google counts as two factors. */
      googleSkipsSecondFactor: variables.GOOGLE_SKIPS_SECOND_FACTOR,
      /** Origins whose pages may use the passkeys of this one. */
      oldOrigins: variables.OLD_ORIGINS,
      /** Without plans, nothing is sold, and only fair-use limits apply. */
      hasPlans: variables.PLANS,
      /**
       * What each account may use of the operator's models per calendar month, without plans; undefined: any amount.
       */
      monthlyCredits: variables.MONTHLY_CREDITS,
      payments: variables.PAYMENTS ?? (isLocal && variables.PLANS ? 'sandbox' : 'off'),
      stripeSecretKey: variables.STRIPE_SECRET_KEY,
      stripeWebhookSecret: variables.STRIPE_WEBHOOK_SECRET,
      stripeApiUrl: variables.STRIPE_API_URL,
      plansFile: variables.PLANS_FILE,
      pagesDir: variables.PAGES_DIR,
      openInFile: variables.OPEN_IN_FILE,
      modelsFile: variables.MODELS_FILE,
      /** Origins that users' connections may have even outside the internet. */
      modelHosts: variables.MODEL_HOSTS,
      /**
       * The only hosts that users' connections may have, in addition to `modelHosts`; none: no connections; undefined:
       * any.
       */
      connectionHosts: variables.CONNECTION_HOSTS,
      /** The first key seals; any of them unseals. */
      secretKeys: variables.SECRETS_KEY,
      /** Whether apps may identify themselves by an address that the server fetches. */
      clientMetadataDocuments: variables.CLIENT_METADATA_DOCUMENTS,
      /** Whether browsers may start without a connection. */
      hasServiceWorker: variables.SERVICE_WORKER,
      rateLimits: variables.RATE_LIMITS,
      trustProxy: variables.TRUST_PROXY,
      insecureHttp: variables.INSECURE_HTTP,
      registration: variables.REGISTRATION,
      backups: {
        /** Undefined: only `npm run backup` backs up. */
        everyMs: variables.BACKUP_EVERY,
        /** How many scheduled ones remain. */
        keep: variables.BACKUP_KEEP,
        directory: variables.BACKUP_DIR ?? `${variables.DATA_DIR}/backups`,
        /** Public keys of age. None: backups are plain databases. */
        recipients: variables.BACKUP_RECIPIENTS,
      },
      copyBeforeUpgrade: variables.COPY_BEFORE_UPGRADE,
      /** Undefined: no metrics. */
      metricsPort: variables.METRICS_PORT,
      metricsHost: variables.METRICS_HOST,
      logAddresses: variables.LOG_ADDRESSES,
      logLevel: variables.LOG_LEVEL,
    }
  }),
)

/**
 * Parses the configuration from an environment; an empty variable counts as unset. Secrets may be in files.
 *
 * @throws ConfigError naming the first invalid variable, its value and the allowed ones
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const stated = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  for (const name of secretNames) stated[name] = readSecret(environment, name)
  const result = z.safeParse(Environment, stated)
  if (!result.success) {
    const issue = result.error.issues[0]
    const name = String(issue?.path[0])
    throw new ConfigError(`${name} is ${shown(name, stated[name])}; it may be ${issue?.message}.`)
  }
  const config = result.data
  for (const [name, needed, wrong] of dependencies(config)) {
    if (wrong) throw new ConfigError(`${name} is ${shown(name, stated[name])}; ${needed}.`)
  }
  return config
}

/**
 * Returns a secret: the variable of that name, or the content of the file in NAME_FILE, without its last line break.
 * Undefined if neither is set.
 *
 * @throws ConfigError if both are set, or if the file cannot be read or is empty; it shows neither value
 */
export function readSecret(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const fileVariable = `${name}_FILE`
  const value = environment[name] || undefined
  const file = environment[fileVariable] || undefined
  if (file === undefined) return value
  if (value !== undefined) {
    throw new ConfigError(`${name} and ${fileVariable} are both set; unset one of them.`)
  }
  let content
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${fileVariable} names a file that cannot be read (${code}).`)
  }
  const secret = content.replace(/\r?\n$/, '')
  if (secret === '') throw new ConfigError(`${fileVariable} names a file that is empty.`)
  return secret
}

/** Returns the process's environment, extended by a `.env` file in the working directory. */
export function processEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Rules between variables: the one to name, its requirement, and whether that is missing. */
function dependencies(config: Config): [name: string, needed: string, wrong: boolean][] {
  const needsKeys = config.payments === 'stripe'
  return [
    [
      'RATE_LIMITS',
      'it can only be off while BASE_URL is on localhost',
      !config.rateLimits && !config.isLocal,
    ],
    [
      'BASE_URL',
      'without https, sessions and passwords are not encrypted: this requires INSECURE_HTTP=on',
      config.baseUrl.startsWith('http:') && !config.isLocal && !config.insecureHttp,
    ],
    [
      'DATABASE_URL',
      'a connection to another machine needs sslmode=verify-full, with sslrootcert=/path/to/ca.pem for an authority of your own: it may do without only with INSECURE_DATABASE=on',
      config.database.kind === 'postgres' &&
        !config.insecureDatabase &&
        isUnsafeDatabase(config.database.url),
    ],
    [
      'SMTP_URL',
      'a connection to another machine is encrypted, and its certificate checked: ignoreTLS, requireTLS=false, opportunisticTLS and tls.rejectUnauthorized=false are possible only with INSECURE_SMTP=on',
      config.smtpUrl !== undefined && !config.insecureSmtp && isUnsafeMail(config.smtpUrl),
    ],
    [
      'BACKUP_EVERY',
      'it is for the embedded database: with DATABASE_URL, unset it and use pg_dump',
      config.backups.everyMs !== undefined && config.database.kind === 'postgres',
    ],
    ['MAIL_FROM', 'SMTP_URL needs it', Boolean(config.smtpUrl) && !config.mailFrom],
    [
      'GOOGLE_CLIENT_SECRET',
      'GOOGLE_CLIENT_ID needs it',
      Boolean(config.googleClientId) && !config.googleClientSecret,
    ],
    [
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET needs it',
      Boolean(config.googleClientSecret) && !config.googleClientId,
    ],
    [
      'PAYMENTS',
      'with PLANS=off there is nothing to pay for: it must be off',
      !config.hasPlans && config.payments !== 'off',
    ],
    [
      'MONTHLY_CREDITS',
      'it is for PLANS=off; otherwise PLANS_FILE sets the credits of each plan',
      config.hasPlans && config.monthlyCredits !== undefined,
    ],
    ['STRIPE_SECRET_KEY', 'PAYMENTS=stripe needs it', needsKeys && !config.stripeSecretKey],
    ['STRIPE_WEBHOOK_SECRET', 'PAYMENTS=stripe needs it', needsKeys && !config.stripeWebhookSecret],
  ]
}

function shown(name: string, value: string | undefined): string {
  if (value === undefined) return 'not set'
  if (/SECRET|KEY/.test(name)) return 'set (not shown)'
  // A URL may contain a password, and an invalid one cannot be parsed to redact it.
  if (/^(?:DATABASE|SMTP)_URL$/.test(name)) return 'set (not shown)'
  return JSON.stringify(value)
}

function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, pathname, search, hash, username } = new URL(url)
  const isBare = pathname === '/' && search === '' && hash === '' && username === ''
  return /^https?:$/.test(protocol) && isBare
}

function splitList(list: string): string[] {
  return list.split(',').flatMap((item) => item.trim() || [])
}
