import type { Mutation } from '#scripts/mutants/mutation.ts'

const backup = 'server/operate/backup'
const test = `${backup}/start-backups.test.ts`

export const backupsMutations: readonly Mutation[] = [
  {
    what: 'scheduled backups are not encrypted',
    file: `${backup}/write-backup.ts`,
    from: `recipients.length > 0\n        ? encryptInto`,
    to: `recipients.length > 9\n        ? encryptInto`,
    test,
    named: 'are made every BACKUP_EVERY for age',
  },
  {
    what: 'a streamed backup is not encrypted',
    file: `${backup}/write-backup.ts`,
    from: `recipients.length > 0 ? await encryptFile`,
    to: `recipients.length > 9 ? await encryptFile`,
    test,
    named: 'is encrypted for age',
  },
  {
    what: 'the snapshot remains beside the database',
    file: `${backup}/write-backup.ts`,
    from: `    removeSnapshot(snapshot)`,
    to: ``,
    test,
    named: 'are made every BACKUP_EVERY for age',
  },
  {
    what: 'a restored backup brings sessions back that were ended',
    file: `${backup}/restore-database.ts`,
    from: `  sessions: 'token_hash',`,
    to: ``,
    test,
    named: 'brings back neither deleted or blocked',
  },
  {
    what: 'a restored backup brings a deleted account back',
    file: `${backup}/restore-database.ts`,
    from: `select \${columns} from former.deletions;`,
    to: `select \${columns} from former.deletions where false;`,
    test,
    named: 'brings back neither deleted or blocked',
  },
  {
    what: 'a restored backup opens a blocked account',
    file: `${backup}/restore-database.ts`,
    from: `update main.users set blocked_at = (`,
    to: `update main.users set blocked_at = null and (`,
    test,
    named: 'brings back neither deleted or blocked',
  },
  {
    what: 'copies from before an upgrade are kept for ever',
    file: `${backup}/keep-copy.ts`,
    from: `? keptDays :`,
    to: `? 9 * keptDays :`,
    test,
    named: 'is copied, and the copy kept for 30 days',
  },
  {
    what: 'a backup that the end of the server cuts off stays',
    file: `${backup}/start-backups.ts`,
    from: '    rmSync(`${target}.part`, { force: true })',
    to: ``,
    test,
    named: 'that are cut off by the end of the server',
  },
  {
    what: 'the snapshot of a killed backup is kept for ever',
    file: `${backup}/keep-copy.ts`,
    from: `snapshotName.test(name) ? 1 : Infinity`,
    to: `Infinity`,
    test,
    named: 'that were killed',
  },
]
