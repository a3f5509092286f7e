import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { runProgram } from './exercise-server.ts'
import type { Machine } from './boot-debian.ts'

/** A certificate authority. The machine has its certificate as `/etc/authority/ca.pem`. */
export type Authority = ReturnType<typeof makeAuthority>

export function makeAuthority(root: string) {
  const folder = join(root, 'etc/authority')
  mkdirSync(folder)
  const at = (name: string) => join(folder, name)
  const make = 'openssl req -x509 -nodes -newkey rsa:2048 -days 30'.split(' ')
  runProgram([...make, '-subj', '/CN=Authority', '-keyout', at('ca.key'), '-out', at('ca.pem')])
  return {
    certify(host: string) {
      const [cert, key] = [at(`${host}.pem`), at(`${host}.key`)]
      const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key')]
      const names = ['-addext', `subjectAltName=DNS:${host}`]
      runProgram([
        ...make,
        ...signed,
        '-subj',
        `/CN=${host}`,
        ...names,
        '-keyout',
        key,
        '-out',
        cert,
      ])
      return { cert: readFileSync(cert), key: readFileSync(key) }
    },
  }
}

/** The documented mail server, `smtps://shelf%40example.com:PASSWORD@mail.example.com`. */
export async function startMailServer(authority: Authority) {
  const mails: string[] = []
  const server = new SMTPServer({
    secure: true,
    ...authority.certify('mail.example.com'),
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === 'shelf@example.com' && password === 'PASSWORD'
      done(isKnown ? null : new Error('Wrong password'), { user: username })
    },
    onData: (stream, _session, done) => {
      void text(stream).then((mail) => {
        mails.push(mail)
        done()
      })
    },
  })
  // A server that is stopped while connecting.
  server.on('error', () => {})
  await once(server.listen(465, '127.0.0.1'), 'listening')
  return { mails, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** Turns the machine's PostgreSQL server into `db.example.com`, with an empty database that has a password. */
export function setUpPostgres({ root, inside }: Machine, authority: Authority, password: string) {
  const { cert, key } = authority.certify('db.example.com')
  const folder = join(root, 'etc/postgresql/15/main')
  writeFileSync(join(folder, 'server.pem'), cert)
  writeFileSync(join(folder, 'server.key'), key)
  const seen = '/etc/postgresql/15/main'
  inside('chown', 'postgres:', `${seen}/server.pem`, `${seen}/server.key`)
  inside('chmod', '600', `${seen}/server.key`)
  writeFileSync(
    join(folder, 'conf.d/tls.conf'),
    `ssl_cert_file = '${seen}/server.pem'\nssl_key_file = '${seen}/server.key'\n`,
  )
  inside('systemctl', 'restart', 'postgresql@15-main')
  const ask = (statement: string) => inside('sudo', '-u', 'postgres', 'psql', '-c', statement)
  ask(`create role promptshelf login password '${password}'`)
  return {
    /** Replaces the database with an empty one. */
    empty: () => {
      ask('drop database if exists promptshelf')
      ask("create database promptshelf owner promptshelf encoding 'UTF8'")
    },
  }
}
