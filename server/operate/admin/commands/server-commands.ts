import { checkServer } from '#server/operate/admin/check-server.ts'
import {
  CommandError,
  type Command,
  type Context,
  type Report,
} from '#server/operate/admin/define-command.ts'
import { toIso, toList, toMegabytes, toMinute } from '#server/operate/admin/format-text.ts'
import { countEverything, findOldestMail } from '#server/operate/admin/stats.queries.ts'
import { readLastBackup } from '#server/operate/backup/start-backups.ts'
import { countTotpSealedByOthers } from '#server/accounts/factors/factors.queries.ts'
import { resealSecrets } from '#server/accounts/factors/reseal-secrets.ts'
import { countSealedByOthers } from '#server/runs/models/connections/connections.queries.ts'
import { resealKeys } from '#server/runs/models/connections/reseal-keys.ts'

export const serverCommands: readonly Command[] = [
  {
    name: 'stats',
    operands: [],
    options: {},
    summary: 'Show how many accounts, prompts, runs and unsent mails there are.',
    details: '',
    needs: 'services',
    run: showStats,
  },
  {
    name: 'check',
    operands: [],
    options: {
      quick: { help: 'Leave out what takes long: the whole database, and the mail server.' },
    },
    summary: 'Check the database, the mails and the disk. Exits with 1 if something is wrong.',
    details:
      'Looks at every page and every reference of an embedded database, at the migrations, whether the mail server ' +
      'lets us in, whether a mail has waited for more than 15 minutes, whether 200 MB are free in DATA_DIR and, with BACKUP_EVERY, how ' +
      'old the last backup is. Changes ' +
      'nothing. For systemd, Docker and cron: --quick takes less than a second.',
    needs: 'config',
    run: ({ config }, { has }) => checkServer(config, has('quick')),
  },
  {
    name: 'secrets rotate',
    operands: [],
    options: {},
    summary: 'Reseal encrypted secrets with the first key of SECRETS_KEY.',
    details:
      'The keys of users’ models and the secrets of their authenticator apps. First put a new key in front (SECRETS_KEY=k2:…,k1:…; openssl rand -base64 32) and restart every server. Then run ' +
      'this: it says when the former key is no longer used and can be removed. A server does the same ' +
      'after its start.',
    needs: 'services',
    run: rotateSecrets,
  },
]

async function showStats({ config, services: { db, now } }: Context): Promise<Report> {
  const counts = await countEverything(db.main, now())
  const oldestMail = (await findOldestMail(db.main)) ?? null
  const { everyMs, directory } = config.backups
  const { backedUpAt = null } = everyMs === undefined ? {} : readLastBackup(directory)
  return {
    json: {
      ...Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [
          name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
          count,
        ]),
      ),
      oldestMailAt: toIso(oldestMail),
      backedUpAt: toIso(backedUpAt),
    },
    text: toList([
      ['accounts', counts.accounts],
      ['  verified', counts.verified],
      ['  blocked', counts.blocked],
      ['  new in 30 days', counts.new_accounts],
      ['  seen in 30 days', counts.active_accounts],
      ['sessions seen in 30 days', counts.sessions],
      ['tokens', counts.tokens],
      ['apps', counts.apps],
      ['prompts', counts.prompts],
      ['  shared', counts.shared],
      ['folders', counts.folders],
      ['storage of libraries', toMegabytes(counts.bytes)],
      ['runs in 30 days', counts.runs],
      ['unsent mails', counts.mails],
      ['  oldest', toMinute(oldestMail)],
      ['last backup', toMinute(backedUpAt)],
    ]),
  }
}

async function rotateSecrets({ config, services }: Context): Promise<Report> {
  const [first] = config.secretKeys ?? []
  if (first === undefined) {
    throw new CommandError(
      'SECRETS_KEY is not set, so there is nothing to rotate: on localhost, the key is a file in DATA_DIR.',
    )
  }
  const { main } = services.db
  const count = async () =>
    (await countSealedByOthers(main, first.name)) +
    (await countTotpSealedByOthers(main, first.name))
  const before = await count()
  await resealKeys(services, new AbortController().signal)
  await resealSecrets(services, new AbortController().signal)
  const left = await count()
  const done = `Sealed with ${first.name} now: ${before - left}.`
  const rest =
    left === 0
      ? `Nothing needs another key: the others can leave SECRETS_KEY.`
      : `${left} cannot be opened with the keys in SECRETS_KEY. Users are asked for such keys of models again, and need recovery codes in place of such authenticator apps.`
  return {
    text: `${done}\n${rest}`,
    json: { key: first.name, resealed: before - left, left },
  }
}
