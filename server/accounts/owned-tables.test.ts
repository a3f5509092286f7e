import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { blockAccount } from '#server/accounts/blocking/block-account.ts'
import { findAccount } from '#server/operate/admin/find-account.ts'
import { byOperator } from '#server/users/record-activity.ts'
import type { AccountNo } from '#server/db/owner.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'
import { insertSamples, sampleRows, type SampleTable } from '#tests/support/sample-rows.ts'

/** The tables with rows of accounts. */
type OwnedTable = {
  [Table in keyof Tables]: 'owner_no' extends keyof Tables[Table] ? Table : never
}[keyof Tables]

type Owned = {
  /** The key of the rows in the account's download; false: no personal data. */
  download: string | false
  /** Creates a row that grants access, which ends when the password changes; false: rows grant none. */
  access: false | ((app: TestApp, owner: AccountNo) => Promise<unknown>)
}

const password = 'correct horse'

const insertSample =
  (table: SampleTable) =>
  ({ db }: TestApp, owner_no: AccountNo) =>
    insertSamples(db, sampleRows(owner_no, 'sample'), [table])

const owned: Record<OwnedTable, Owned> = {
  users: { download: 'account', access: false },
  sessions: {
    download: 'sessions',
    access: (app) => app.visitor().signIn('ada@example.com', password),
  },
  tokens: { download: 'tokens', access: insertSample('tokens') },
  apps: { download: 'apps', access: insertSample('apps') },
  mailed_tokens: { download: 'mailedLinks', access: insertSample('mailed_tokens') },
  // Stays when the password changes: the password alone could not create these without a factor.
  passkeys: { download: 'passkeys', access: false },
  totp_secrets: { download: 'authenticatorApps', access: false },
  recovery_codes: { download: 'recoveryCodes', access: false },
  pending_logins: { download: false, access: insertSample('pending_logins') },
  challenges: { download: false, access: false },
  devices: { download: 'devices', access: false },
  activity: { download: 'activity', access: false },
  // Wait for the password.
  google_links: { download: false, access: false },
  mails: { download: 'unsentMails', access: false },
  subscriptions: { download: 'subscriptions', access: false },
  credit_entries: { download: 'creditEntries', access: false },
  sandbox_checkouts: { download: false, access: false },
  libraries: { download: 'myValues', access: false },
  folders: { download: 'folders', access: false },
  prompts: { download: 'prompts', access: false },
  prompt_search: { download: 'prompts', access: false },
  prompt_versions: { download: 'prompts', access: false },
  imports: { download: false, access: false },
  connections: { download: 'connections', access: false },
  runs: { download: 'runs', access: false },
  trash: { download: 'trash', access: false },
  trashed_folders: { download: 'trash', access: false },
  trashed_prompts: { download: 'trash', access: false },
}
const tables = Object.entries(owned) as [OwnedTable, Owned][]

describe.each(databases)('Of the tables of an account on $name', (database) => {
  const it = libraryTest(database)

  it('each is in its download, or has no personal data', async ({ app }) => {
    const ada = await app.signUp()
    const held = await ada.call(calls.downloadAccount, {})
    const named = tables.flatMap(([, { download }]) => download || [])
    expect(Object.keys(held)).toEqual(expect.arrayContaining(named))
  })

  it.for(tables.filter(([, { access }]) => access))(
    'a changed password ends the access of %s',
    async ([table, { access }], { app }) => {
      const ada = await app.signUp('ada@example.com', password)
      const { owner_no } = await app.db
        .selectFrom('users')
        .select('owner_no')
        .executeTakeFirstOrThrow()
      const read = async () =>
        (await app.db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row))
      const before = await read()
      if (access) await access(app, owner_no)
      const granted = (await read()).filter((row) => !before.includes(row))
      expect(granted).toHaveLength(1)
      const changed = { password, newPassword: 'a new word', confirmPassword: 'a new word' }
      await ada.call(calls.updateProfile, changed)
      const left = await read()
      expect(granted.filter((row) => left.includes(row))).toEqual([])
    },
  )

  // Mailed links stay, and respond that the account is blocked.
  it.for(tables.filter(([table, { access }]) => access && table !== 'mailed_tokens'))(
    'blocking ends the access of %s',
    async ([table, { access }], { app }) => {
      await app.signUp('ada@example.com', password)
      const owner = await findAccount(app.db, 'ada@example.com')
      if (owner === undefined || !access) throw new Error('There is no account.')
      await access(app, owner)
      const count = async () => (await app.db.selectFrom(table).selectAll().execute()).length
      expect(await count()).toBeGreaterThan(0)
      await blockAccount(app.services, owner, byOperator)
      expect(await count()).toBe(0)
    },
  )
})
