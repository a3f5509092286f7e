import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const secretsKeyLine =
  'SECRETS_KEY is set (not shown); it may be a list of named keys such as k2:BASE64,k1:BASE64, each of 32 bytes (openssl rand -base64 32).'

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

  test('reads lists', () => {
    const MODEL_HOSTS = 'http://127.0.0.1:11434, https://Models.example:443/'
    const config = readConfig({ MODEL_HOSTS, SECRETS_KEY: `k2:${key}, k1:${key}` })
    expect(config.modelHosts).toEqual(['http://127.0.0.1:11434', 'https://models.example'])
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
      'DATABASE_URL is set to something else (not shown); it may be a postgres:// address, or nothing.',
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
      { PLANS_FILE: '/nowhere.json' },
      'PLANS_FILE is "/nowhere.json"; it may be the path of a JSON file.',
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
    [
      { MODELS_FILE: '/no' },
      'MODELS_FILE is "/no"; it may be the path of a JSON file, or nothing.',
    ],
    [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY is not set; PAYMENTS=stripe needs it.'],
    [
      { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_1' },
      'STRIPE_WEBHOOK_SECRET is not set; PAYMENTS=stripe needs it.',
    ],
    [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM is not set; SMTP_URL needs it.'],
    [
      { GOOGLE_CLIENT_SECRET: 'hunter2' },
      'GOOGLE_CLIENT_ID is not set; GOOGLE_CLIENT_SECRET needs it.',
    ],
  ])('refuses %j in one line that shows no secret', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(line))
    expect(line).not.toContain('hunter2')
  })

  test('is fully documented in .env.example, with the defaults as values', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
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
