import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig, variableNames } from '#server/config/config.ts'
import { findMisspelt } from '#server/core/find-misspelt.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const secretsKeyLine =
  'SECRETS_KEY is set (not shown); it may be a list of named keys such as k2:BASE64,k1:BASE64, each of 32 bytes (openssl rand -base64 32).'

const databaseLine =
  'DATABASE_URL is set (not shown); a connection to another machine needs sslmode=verify-full, with sslrootcert=/path/to/ca.pem for an authority of your own: it may do without only with INSECURE_DATABASE=on.'
const mailLine =
  'SMTP_URL is set (not shown); a connection to another machine is encrypted, and its certificate checked: ignoreTLS, requireTLS=false, opportunisticTLS and tls.rejectUnauthorized=false are possible only with INSECURE_SMTP=on.'

describe('The configuration', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      isLocal: true,
      database: { kind: 'sqlite', file: './data/promptshelf.sqlite' },
      googleIssuer: 'https://accounts.google.com',
      payments: 'sandbox',
      rateLimits: true,
      trustProxy: false,
      logLevel: 'info',
    })
  })

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', PAYMENTS: '' })).toEqual(readConfig({}))
  })

  test('derives the origin from the port, and payments from the origin', () => {
    expect(readConfig({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080')
    const config = readConfig({ BASE_URL: 'https://prompts.example.com/' })
    expect(config).toMatchObject({ baseUrl: 'https://prompts.example.com', payments: 'off' })
  })

  test('sells nothing without plans', () => {
    expect(readConfig({ PLANS: 'off' })).toMatchObject({ hasPlans: false, payments: 'off' })
    expect(readConfig({ PLANS: 'off', MONTHLY_CREDITS: '500' }).monthlyCredits).toBe(500)
  })

  test.each([
    ['postgres://localhost/shelf', true],
    ['postgres://ada@127.0.0.1:5433/shelf?sslmode=disable', true],
    ['postgres://ada@[::1]/shelf', true],
    ['postgres:///shelf', true],
    ['postgres:///shelf?host=/var/run/postgresql', true],
    ['postgres://ada@%2Fvar%2Frun%2Fpostgresql/shelf', true],
    ['postgres://db.example.com/shelf?sslmode=verify-full', true],
    ['postgres://10.0.0.7/shelf?sslrootcert=/etc/ca.pem&sslmode=verify-full', true],
    ['postgres://db.example.com/shelf', false],
    ['postgres://localhost.example.com/shelf', false],
    ['postgres://127.0.0.1.example.com/shelf', false],
    ['postgres://localhost/shelf?host=db.example.com', false],
    ['postgres://localhost/shelf?host=localhost&host=db.example.com', false],
    ['postgres://db.example.com/shelf?sslmode=require', false],
    ['postgres://db.example.com/shelf?sslmode=no-verify', false],
    ['postgres://db.example.com/shelf?sslmode=verify-full&sslmode=no-verify', false],
    ['postgres://db.example.com/shelf?ssl=true', false],
  ])('uses the database %s: %s', (DATABASE_URL, isTaken) => {
    const line = messageOf(() => readConfig({ DATABASE_URL }))
    expect(line).toBe(isTaken ? 'none' : databaseLine)
    expect(messageOf(() => readConfig({ DATABASE_URL, INSECURE_DATABASE: 'on' }))).toBe('none')
  })

  test.each([
    ['smtp://mail.example.com:587', true, true],
    ['smtps://mail.example.com', true, true],
    ['smtp://mail.example.com?requireTLS=true&tls.servername=mail', true, true],
    ['smtp://localhost:25', true, false],
    ['smtp://[::1]:25?ignoreTLS=true', true, false],
    ['smtp://mail.example.com?ignoreTLS=true', false, true],
    ['smtp://mail.example.com?requireTLS=false', false, true],
    ['smtp://mail.example.com?requireTLS=0', false, true],
    ['smtp://mail.example.com?opportunisticTLS=true', false, true],
    ['smtps://mail.example.com?tls.rejectUnauthorized=false', false, true],
  ])('uses the mail server %s: %s, with encryption: %s', (SMTP_URL, isTaken, isEncrypted) => {
    const environment = { SMTP_URL, MAIL_FROM: 'shelf@example.com' }
    expect(messageOf(() => readConfig(environment))).toBe(isTaken ? 'none' : mailLine)
    if (isTaken) expect(readConfig(environment).encryptsMails).toBe(isEncrypted)
    expect(readConfig({ ...environment, INSECURE_SMTP: 'on' }).encryptsMails).toBe(false)
  })

  test('reads secrets from files, without their last line break', () => {
    const directory = makeScratchDirectory('secrets')
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const fileWith = (name: string, content: string) => {
      writeFileSync(join(directory, name), content)
      return join(directory, name)
    }
    const SECRETS_KEY_FILE = fileWith('key', `k1:${key}\r\n`)
    const DATABASE_URL_FILE = fileWith('database', 'postgres://ada:hunter2@localhost/shelf\n')
    const config = readConfig({ SECRETS_KEY_FILE, DATABASE_URL_FILE, SMTP_URL_FILE: '' })
    expect(config.secretKeys?.[0]?.name).toBe('k1')
    expect(config.database).toMatchObject({ url: 'postgres://ada:hunter2@localhost/shelf' })
    expect(config.smtpUrl).toBeUndefined()

    const failures = [
      { DATABASE_URL: 'postgres://ada:hunter2@localhost/shelf', DATABASE_URL_FILE },
      { SECRETS_KEY_FILE: join(directory, 'hunter2') },
      { SECRETS_KEY_FILE: directory },
      { SECRETS_KEY_FILE: fileWith('empty', '\n') },
      { SECRETS_KEY_FILE: fileWith('wrong', 'hunter2') },
      { SMTP_URL_FILE: fileWith('smtp', 'https://ada:hunter2@example.com') },
    ].map((environment) => messageOf(() => readConfig(environment)))
    expect(failures).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE are both set; leave one of them out.',
      'SECRETS_KEY_FILE names a file that cannot be read (ENOENT).',
      'SECRETS_KEY_FILE names a file that cannot be read (EISDIR).',
      'SECRETS_KEY_FILE names a file that is empty.',
      secretsKeyLine,
      'SMTP_URL is set (not shown); it may be an smtp:// or smtps:// address, or nothing.',
    ])
  })

  test('reads lists', () => {
    const MODEL_HOSTS = 'http://127.0.0.1:11434, https://Models.example:443/'
    const config = readConfig({ MODEL_HOSTS, SECRETS_KEY: `k2:${key}, k1:${key}` })
    expect(config.modelHosts).toEqual(['http://127.0.0.1:11434', 'https://models.example'])
    const CONNECTION_HOSTS = 'api.openai.com, API.example.com'
    expect(readConfig({ CONNECTION_HOSTS }).connectionHosts).toEqual([
      'api.openai.com',
      'api.example.com',
    ])
    expect(readConfig({ CONNECTION_HOSTS: 'none' }).connectionHosts).toEqual([])
    expect(config.connectionHosts).toBeUndefined()
    expect(config.secretKeys?.map(({ name }) => name)).toEqual(['k2', 'k1'])
    expect(config.secretKeys?.[0]?.key).toHaveLength(32)
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT is "abc"; it may be a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'PORT is "65536"; it may be a whole number from 0 to 65535.'],
    [
      { BASE_URL: 'example.com' },
      'BASE_URL is "example.com"; it may be an origin such as https://prompts.example.com, without a path.',
    ],
    [
      { BASE_URL: 'https://example.com/prompts' },
      'BASE_URL is "https://example.com/prompts"; it may be an origin such as https://prompts.example.com, without a path.',
    ],
    [
      { DATABASE_URL: 'mysql://root:hunter2@db/x' },
      'DATABASE_URL is set (not shown); it may be a postgres:// address, or nothing.',
    ],
    [
      { MAIL_FROM: 'Promptshelf' },
      'MAIL_FROM is "Promptshelf"; it may be an e-mail address, such as Promptshelf <shelf@example.com>.',
    ],
    [{ PAYMENTS: 'cash' }, 'PAYMENTS is "cash"; it may be sandbox, stripe, off.'],
    [
      { PLANS: 'off', PAYMENTS: 'sandbox' },
      'PAYMENTS is "sandbox"; with PLANS=off there is nothing to pay for: it may only be off.',
    ],
    [
      { MONTHLY_CREDITS: '500' },
      'MONTHLY_CREDITS is "500"; it is for PLANS=off; otherwise PLANS_FILE says how many credits a plan has.',
    ],
    [
      { PLANS: 'off', MONTHLY_CREDITS: '-1' },
      'MONTHLY_CREDITS is "-1"; it may be a whole number of credits, or nothing.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud"; it may be trace, debug, info, warn, error, fatal, silent.',
    ],
    [
      { RATE_LIMITS: 'off', BASE_URL: 'https://example.com' },
      'RATE_LIMITS is "off"; it may be off only while BASE_URL is on localhost.',
    ],
    [{ SECRETS_KEY: 'hunter2' }, secretsKeyLine],
    [{ SECRETS_KEY: `k1:${key},k1:${key}` }, secretsKeyLine],
    [{ SECRETS_KEY: `k1:${key.slice(4)}` }, secretsKeyLine],
    [
      { MODEL_HOSTS: '127.0.0.1:11434' },
      'MODEL_HOSTS is "127.0.0.1:11434"; it may be a list of origins such as http://127.0.0.1:11434,http://10.0.0.7:8000.',
    ],
    [
      { MODEL_HOSTS: 'http://127.0.0.1:11434/v1' },
      'MODEL_HOSTS is "http://127.0.0.1:11434/v1"; it may be a list of origins such as http://127.0.0.1:11434,http://10.0.0.7:8000.',
    ],
    [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY is not set; PAYMENTS=stripe needs it.'],
    [
      { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_1' },
      'STRIPE_WEBHOOK_SECRET is not set; PAYMENTS=stripe needs it.',
    ],
    [{ DATABASE_URL: 'postgres://ada:hunter2@db.example.com/shelf' }, databaseLine],
    [{ SMTP_URL: 'smtp://ada:hunter2@mail?ignoreTLS=true', MAIL_FROM: 'a@b.example' }, mailLine],
    [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM is not set; SMTP_URL needs it.'],
    [
      { GOOGLE_CLIENT_SECRET: 'hunter2' },
      'GOOGLE_CLIENT_ID is not set; GOOGLE_CLIENT_SECRET needs it.',
    ],
  ])('refuses %j in one line that shows no secret', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(line))
    expect(line).not.toContain('hunter2')
  })

  test('finds misspelt variables, and does not report other programs’ variables', () => {
    const known = Object.fromEntries(variableNames.map((name) => [name, '']))
    const others =
      'HOME PATH PWD LANG TERM USER SHELL SHLVL LOGNAME HOSTNAME PAGER EDITOR LINES COLUMNS TMPDIR'
    const other = Object.fromEntries(
      `${others} STATE_DIRECTORY CREDENTIALS_DIRECTORY NODE_COMPILE_CACHE OPENAI_API_KEY npm_config_user_agent`
        .split(' ')
        .map((name) => [name, '']),
    )
    expect(findMisspelt({ ...known, ...other, SMTP_URL_FILE: '' })).toEqual([])
    const wrong = {
      PORTT: '4',
      BASE_URl: '',
      DATABASE_URLS_FILE: '',
      'SMTP-URL': '',
      BACKUP_EVRY: '',
    }
    expect(findMisspelt({ ...known, ...wrong })).toEqual([
      ['PORTT', 'PORT'],
      ['BASE_URl', 'BASE_URL'],
      ['DATABASE_URLS_FILE', 'DATABASE_URL_FILE'],
      ['SMTP-URL', 'SMTP_URL'],
      ['BACKUP_EVRY', 'BACKUP_EVERY'],
    ])
  })

  test('is fully documented in .env.example, with the defaults as values', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const stated = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ])
    expect(readConfig(Object.fromEntries(stated) as NodeJS.ProcessEnv)).toEqual(readConfig({}))
    const source = readFileSync(new URL('config.ts', import.meta.url), 'utf8')
    const known = [...source.matchAll(/^ {2}([A-Z_]+): z\./gm)].map(([, name]) => name)
    expect(new Set(stated.map(([name]) => name))).toEqual(new Set(known))
  })
})

/** The message of the error that it throws. */
function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error)
  }
  return 'none'
}
