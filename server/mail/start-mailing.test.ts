import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startMailing } from '#server/mail/start-mailing.ts'
import { databases } from '#tests/support/databases.ts'
import { logInto } from '#tests/support/log-into.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { startMailServer, type MailServer } from '#tests/support/servers/mail-server.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const seconds = 1_000
const hours = 60 * 60 * seconds

type Post = { app: TestApp; mailServer: MailServer; log: string[] }

describe.each(databases)('Mail on $name', (database) => {
  const it = test.extend<Post>({
    mailServer: async ({}, provide) => {
      const mailServer = await startMailServer()
      await provide(mailServer)
      await mailServer.stop()
    },
    log: async ({}, provide) => provide([]),
    app: async ({ mailServer, log }, provide) => {
      const { environment } = mailServer
      const app = await makeTestApp(database, { environment, log: logInto(log) })
      await provide(app)
      await app.close()
    },
  })

  it('is sent right after registering, as text and HTML, and then deleted', async ({
    app,
    mailServer,
  }) => {
    await app.visitor().register('ada@example.com', password)
    const mail = await mailServer.waitForMail('ada@example.com')
    expect(mail.subject).toBe('Confirm your email address')
    expect(mail.link).toMatch(/^http:\/\/localhost:3000\/verify-email\/[\w-]{43}$/)
    for (const text of [mail.text, mail.html]) {
      expect(text).toContain('Please confirm that ada@example.com is your address.')
      expect(text).toContain(mail.link)
    }
    expect(mail.html).not.toMatch(/<img|<table|<script|src=|url\(/)
    expect(mail.parsed).toMatchObject({
      from: { name: 'Promptshelf', address: 'shelf@example.com' },
      to: [{ address: 'ada@example.com' }],
    })
    await expectNoMailsLeft(app)
    const { token_hash } = await app.db
      .selectFrom('mailed_tokens')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(mail.link).not.toContain(token_hash)
  })

  it('is in the language of the screen, which the account remembers', async ({
    app,
    mailServer,
  }) => {
    const form = { email: 'ada@example.com', password: 'correct horse', cpassword: 'correct horse' }
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }
    await app.visitor().send(calls.register, form, german)
    const welcome = await mailServer.waitForMail('ada@example.com')
    expect(welcome.subject).toBe('Bestätige deine E-Mail-Adresse')
    expect(welcome.html).toContain('<html lang="de">')
    expect(await languageOfUser(app)).toBe('de')

    await app.visitor().send(calls.sendResetLink, { email: form.email }, german)
    const reset = await mailServer.waitForMail('ada@example.com', 2)
    expect(reset.subject).toBe('Passwort zurücksetzen')
    expect(reset.text).toContain('Der Link gilt 30 Minuten und nur einmal.')

    await app.visitor().send(calls.login, form, { 'accept-language': 'en' })
    expect(await languageOfUser(app)).toBe('en')
  })

  it('has a single recipient, whatever the address looks like', async ({ app, mailServer }) => {
    const email = "x&y'z;ada,eve@example.com"
    await app.visitor().register(email, password)
    await waitFor(() => expect(mailServer.mails).toHaveLength(1))
    const [mail] = mailServer.mails
    expect(mail?.recipients).toHaveLength(1)
    expect(mail?.text).toContain(email)
  })

  it('links to the public origin, whatever host a request names', async ({ app, mailServer }) => {
    const form = { email: 'ada@example.com', password: 'correct horse', cpassword: 'correct horse' }
    await app.visitor().send(calls.register, form, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    const mail = await mailServer.waitForMail('ada@example.com')
    expect(mail.link).toMatch(/^http:\/\/localhost:3000\//)
    expect(mail.html).not.toContain('evil')
  })

  it('is sent once by several servers', async ({ app, mailServer }) => {
    await app.jobs.stop()
    const count = 24
    for (let at = 0; at < count; at++)
      await app.visitor().register(`ada${at}@example.com`, password)
    const servers = await Promise.all(
      [1, 2, 3].map(async () => {
        const db = openDatabase(app.location)
        const config = readConfig(mailServer.environment)
        const mailing = startMailing({ config, db, log: logInto([]), now: () => app.clock.now })
        return { stop: () => mailing.stop().then(() => db.close()) }
      }),
    )
    await expectNoMailsLeft(app)
    await Promise.all(servers.map((server) => server.stop()))
    const readers = mailServer.mails.flatMap((mail) => mail.recipients)
    expect(readers).toHaveLength(count)
    expect(new Set(readers).size).toBe(count)
  })

  it('is not sent to a mail server that cannot encrypt, except on this machine', async ({
    app,
    mailServer,
    log,
  }) => {
    await app.jobs.stop()
    await app.visitor().register('ada@example.com', password)
    // As for a mail server elsewhere, on whose way a network may strip STARTTLS.
    const config = { ...readConfig(mailServer.environment), encryptsMails: true }
    const { db, now } = app.services
    const mailing = startMailing({ config, db, log: logInto(log), now })
    await waitFor(() => expect(log.join('')).toContain('cannot be encrypted; retrying'))
    await mailing.stop()
    expect([mailServer.attempts, mailServer.mails]).toEqual([0, []])
    expect(log.join('')).not.toContain('ada@example.com')
  })

  it('is retried with backoff until the mail server accepts it', async ({
    app,
    mailServer,
    log,
  }) => {
    mailServer.mood = 'refuses'
    await app.visitor().register('ada@example.com', password)
    for (const [tries, pause] of [10, 20, 40, 80].entries()) {
      const dueAt = await triedAgain(app, tries + 1)
      expect(dueAt - app.clock.now).toBe(pause * seconds)
      app.clock.now = dueAt - 1
      app.jobs.wake('mailing')
      await delay(50)
      expect(mailServer.attempts).toBe(tries + 1)
      app.clock.now = dueAt
      app.jobs.wake('mailing')
    }
    await triedAgain(app, 5)
    expect(log.join('')).toContain('"reason":"EENVELOPE MAIL FROM 451"')

    mailServer.mood = 'takes'
    app.clock.now += 1 * hours
    app.jobs.wake('mailing')
    await mailServer.waitForMail('ada@example.com')
    await expectNoMailsLeft(app)
  })

  it('waits for a mail server that is down without delaying requests', async ({
    app,
    mailServer,
  }) => {
    await mailServer.goDown()
    await app.visitor().register('ada@example.com', password)
    await app.visitor().register('bob@example.com', password)
    await triedAgain(app, 1)
    await mailServer.comeBack()
    app.clock.now += 1 * hours
    app.jobs.wake('mailing')
    await mailServer.waitForMail('ada@example.com')
    await mailServer.waitForMail('bob@example.com')
  })

  it.concurrent.for(['is silent', 'never ends'] as const)(
    'delays neither requests nor the shutdown when the mail server %s',
    async (mood, { app, mailServer }) => {
      mailServer.mood = mood
      for (const name of ['ada', 'bob', 'cyd', 'dan', 'eve']) {
        await app.visitor().register(`${name}@example.com`, password)
        await app.visitor().call(calls.sendResetLink, { email: `${name}@example.com` })
      }
      await waitFor(() => expect(mailServer.attempts).toBe(4))

      await app.jobs.stop()
      const mails = await app.db.selectFrom('mails').select('tries').execute()
      expect(mails.filter(({ tries }) => tries === 1)).toHaveLength(4)
      expect(mails).toHaveLength(10)
    },
  )

  it('is sent before the server stops', async ({ app, mailServer }) => {
    await app.visitor().register('ada@example.com', password)
    await waitFor(() => expect(mailServer.attempts).toBe(1))
    await app.jobs.stop()
    expect(mailServer.mails).toHaveLength(1)
    await expectNoMailsLeft(app)
  })

  it('is dropped after two days, which is logged', async ({ app, mailServer, log }) => {
    mailServer.mood = 'refuses'
    await app.visitor().register('ada@example.com', password)
    await triedAgain(app, 1)
    app.clock.now += 48 * hours - 1
    app.jobs.wake('mailing')
    await triedAgain(app, 2)
    expect(log.join('')).not.toContain('given up')
    app.clock.now += 1 * hours
    app.jobs.wake('mailing')
    await expectNoMailsLeft(app)
    expect(log.at(-1)).toMatch(/"level":50,"mailId":"[\w-]{36}","tries":3,.*Dropped a mail/)
    expect(mailServer.mails).toEqual([])
  })

  it('never appears in the log, sent or not', async ({ app, mailServer, log }) => {
    await app.visitor().register('grace@example.com', password)
    const sent = await mailServer.waitForMail('grace@example.com')
    mailServer.mood = 'refuses'
    await app.visitor().call(calls.sendResetLink, { email: 'grace@example.com' })
    await triedAgain(app, 1)
    const { plain_text } = await app.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
    const links = [sent.link, /https?:\S+/.exec(plain_text)?.[0] ?? '']
    await app.visitor().send(calls.getResetToken, {}, {}, { token: tokenOf(links[1]) })
    expect(log.join('')).toContain('could not be sent; retrying')
    for (const secret of [...links.map(tokenOf), 'grace', 'example.com', 'Confirm', 'password"']) {
      expect(log.join('')).not.toContain(secret)
    }
  })

  it('is written to the outbox without a mail server, and its link is logged', async () => {
    const directory = makeScratchDirectory('outbox')
    const log: string[] = []
    const environment = { DATA_DIR: directory }
    const app = await makeTestApp(database, { environment, log: logInto(log) })
    onTestFinished(async () => {
      await app.close()
      rmSync(directory, { recursive: true })
    })
    await app.visitor().register('ada@example.com', password)
    await expectNoMailsLeft(app)
    const [file = ''] = readdirSync(`${directory}/outbox`)
    const mail = await PostalMime.parse(readFileSync(`${directory}/outbox/${file}`))
    expect(mail).toMatchObject({
      from: { name: 'Promptshelf', address: 'no-reply@localhost' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Confirm your email address',
    })
    const line = log.map((line) => JSON.parse(line) as { link?: string }).find(({ link }) => link)
    expect(line?.link).toMatch(/^http:\/\/localhost:3000\/verify-email\/[\w-]{43}$/)
    expect(mail.text).toContain(line?.link)
  })

  it('is removed from the outbox with its account', async () => {
    const directory = makeScratchDirectory('outbox')
    const app = await makeTestApp(database, { environment: { DATA_DIR: directory } })
    onTestFinished(async () => {
      await app.close()
      rmSync(directory, { recursive: true })
    })
    const ada = await app.signUp('ada@example.com', password)
    await app.signUp('bob@example.com', password)
    await expectNoMailsLeft(app)
    expect(readdirSync(`${directory}/outbox`)).toHaveLength(2)
    await ada.call(calls.deleteAccount, {})
    await expectNoMailsLeft(app)
    const [file = '', parting = '', ...others] = readdirSync(`${directory}/outbox`).toSorted()
    expect(others).toEqual([])
    expect(readFileSync(`${directory}/outbox/${parting}`, 'utf8')).toContain('is deleted')
    expect(readFileSync(`${directory}/outbox/${file}`, 'utf8')).toContain('bob@example.com')
  })

  it('has its link in no log of a public server', async () => {
    const directory = makeScratchDirectory('outbox')
    const log: string[] = []
    const environment = { DATA_DIR: directory, BASE_URL: 'https://prompts.example.com' }
    const app = await makeTestApp(database, { environment, log: logInto(log) })
    onTestFinished(async () => {
      await app.close()
      rmSync(directory, { recursive: true })
    })
    await app.visitor().register('ada@example.com', password)
    await expectNoMailsLeft(app)
    expect(log.join('')).toContain('A mail is in the outbox')
    expect(log.join('')).not.toContain('verify-email/')
  })
})

const password = 'correct horse'

async function expectNoMailsLeft(app: TestApp): Promise<void> {
  await waitFor(async () =>
    expect(await app.db.selectFrom('mails').selectAll().execute()).toEqual([]),
  )
}

/** When all mails are due, once each has been tried `tries` times and released. */
async function triedAgain(app: TestApp, tries: number): Promise<number> {
  return waitFor(async () => {
    const mails = await app.db.selectFrom('mails').selectAll().execute()
    const dueAt = Math.max(...mails.map((mail) => mail.next_try_at))
    expect(mails).not.toEqual([])
    expect(mails.map((mail) => mail.tries)).toEqual(mails.map(() => tries))
    // No longer leased.
    expect(dueAt - app.clock.now).not.toBe(300 * seconds)
    return dueAt
  })
}

async function languageOfUser(app: TestApp): Promise<string> {
  const { language } = await app.db.selectFrom('users').select('language').executeTakeFirstOrThrow()
  return language
}

function tokenOf(link = ''): string {
  return link.slice(link.lastIndexOf('/') + 1)
}
