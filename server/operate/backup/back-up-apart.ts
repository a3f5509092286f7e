// Backs up and tests the backup in a separate process, since SQLite copies and checks a large database for many
// seconds. Its arguments: the database, the file to write, `try` or `write`, and the recipients of age.
import { setPriority } from 'node:os'
import { tryToRestore } from '#server/operate/backup/try-to-restore.ts'
import { writeBackup } from '#server/operate/backup/write-backup.ts'

/** A lower priority than the server's, as a nice value. */
const priority = 10

try {
  setPriority(priority)
} catch {
  // A sandbox or a higher nice value prevents it. A backup at the server's priority is better than none.
}

const [database = '', target = '', task, ...recipients] = process.argv.slice(2)
try {
  const isTried = task === 'try'
  await writeBackup(database, target, recipients, async (snapshot) => {
    if (isTried) await tryToRestore(snapshot, database)
  })
} catch (error) {
  process.stderr.write((error as Error).message)
  process.exitCode = 1
}
