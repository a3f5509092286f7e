import { join } from 'node:path'
import { restoreDatabase } from '#server/operate/backup/restore-database.ts'
import { writeBackup } from '#server/operate/backup/write-backup.ts'
import { expect, test } from '#tests/journeys/support/home-journey.ts'
import { chooseOwnDevice } from '#tests/journeys/support/journey.ts'
import { promptCard } from '#tests/journeys/support/library-steps.ts'
import { makePrompt } from '#tests/journeys/support/make-library.ts'

test('an open page and its copy follow a library that is restored from a backup', async ({
  page,
  home,
  account,
}) => {
  const file = join(home.directory, 'promptshelf.sqlite')
  const backup = join(home.directory, 'backup.sqlite')
  await makePrompt(account, { name: 'In the backup' })
  await writeBackup(file, backup, [])
  await makePrompt(account, { name: 'Later' })
  await page.addInitScript(chooseOwnDevice)
  await page.goto('/prompts')
  await expect(promptCard(page, 'Later')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('copied-at'))).not.toBeNull()
  await home.stop()
  await restoreDatabase(backup, file)
  await home.start()
  await expect(promptCard(page, 'Later')).toBeHidden()
  await expect(promptCard(page, 'In the backup')).toBeVisible()
  await makePrompt(account, { name: 'After the restoration' })
  await expect(promptCard(page, 'After the restoration')).toBeVisible()
  await page.reload()
  await expect(promptCard(page, 'After the restoration')).toBeVisible()
  await expect(promptCard(page, 'Later')).toBeHidden()
})
