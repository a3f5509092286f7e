import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { checkPassword } from '#server/accounts/password/check-password.ts'
import { databases } from '#tests/support/databases.ts'
import { growthOf, linear } from '#tests/support/growth.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const email = 'ada.lovelace@mail.example.com'

describe('A password', () => {
  test.each([
    'password',
    'PassWord',
    '12345678',
    'qwertyuiop',
    'football1',
    'trustno1',
    'passwort123',
    'Passwort!',
    'schule12',
    ' password',
    'Sommer2026!',
    '!fußball11',
    'Fussball',
    'maedchen7',
    'monkey2026',
    'Schmetterling',
  ])('that is common is refused: %s', async (password) => {
    await expect(checkPassword(password, email)).rejects.toMatchObject({
      errorCode: 'password_common',
    })
  })

  test.each([
    'correct horse',
    'password password',
    'pässword',
    'x'.repeat(128),
    '密码密码密码密码',
    // A word with as many other characters.
    'schule 83 92 11',
    'schuleTopf',
    'sommerwiesen',
  ])('that is uncommon is accepted: %s', async (password) => {
    await checkPassword(password, email)
  })

  test.each(['ada.lovelace1', 'Lovelace-1815', 'example123 abc'])(
    'that is a part of the address with a few digits and signs is refused: %s',
    async (password) => {
      await expect(checkPassword(password, email)).rejects.toMatchObject({
        errorCode: 'password_guessable',
      })
    },
  )

  test.each(['promptshelf', 'PromptShelf2026!', 'promptshelf@example'])(
    'that is the name of the product with a few digits and signs is refused: %s',
    async (password) => {
      await expect(checkPassword(password, email)).rejects.toMatchObject({
        errorCode: 'password_has_our_name',
      })
    },
  )

  test.each([
    ['sommer24', 'lena.sommer@x.example', 'sommer'],
    ['Lena.Sommer!', 'lena.sommer@x.example', 'lena.sommer'],
    ['1-lead-maria-1', 'maria.lead@x.example', 'maria'],
  ])(
    'that is refused because of the address names the part: %s',
    async (password, address, word) => {
      const error = await checkPassword(password, address).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ errorCode: 'password_guessable', word })
      expect(String(error)).toContain(`little more than “${word}” from your address`)
    },
  )

  test('that contains a part of the address in a much longer text is accepted', async () => {
    await checkPassword('T3amLead!2026', 'maria.lead@x.example')
    await checkPassword('lead 4711 0815', 'maria.lead@x.example')
  })

  test.each([
    'promptshelf and horses',
    'lovelace engine',
    // Too short to be a word of the address.
    'ada-1815-1852',
    '1815-1852-99',
  ])('that has enough other characters is accepted: %s', async (password) => {
    await checkPassword(password, email)
  })

  test('that is an address of short words is refused', async () => {
    await expect(checkPassword('jo.ann-1990', 'jo.ann@x.example')).rejects.toMatchObject({
      errorCode: 'password_guessable',
    })
  })

  test('is compared with any address in linear time', () => {
    const worst = `${'abcd.'.repeat(60)}@${'a'.repeat(60)}.example`
    const check = (length: number) =>
      void checkPassword('abcd'.repeat(length), worst).catch(() => {})
    expect(growthOf(check, 1_000)).toBeLessThan(linear)
  })

  test('is refused if it is one of 3,000 common ones that are long enough', async () => {
    const { default: byFrequency } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
      with: { type: 'json' },
    })
    const choosable = byFrequency.filter((password) => password.length >= 8)
    const isRefused = (password: string) =>
      checkPassword(password, email).then(
        () => false,
        () => true,
      )
    const verdicts = await Promise.all(choosable.slice(0, 3_000).map(isRefused))
    expect(verdicts).not.toContain(false)
  })
})

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const it = libraryTest(database)

describe('Registering', () => {
  it('is refused with a password that hardly differs from the address', async ({ app }) => {
    const password = 'Lovelace1815'
    const form = { email: 'lovelace@example.com', password, cpassword: password }
    expect(await app.visitor().failure(calls.register, form)).toEqual([400, 'password_guessable'])
  })

  it('is refused with a common password before anything is created', async ({ app }) => {
    const form = { email: 'ada@example.com', password: 'Sunshine1', cpassword: 'Sunshine1' }
    const response = await app.visitor().send(calls.register, form)
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        status: 'error',
        code: 'password_common',
        msg: 'This is a common password, or a common word with a few digits. Please choose another one.',
      },
    ])
    expect(await app.db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  it.for([
    ['of 128 characters', '0123456789abcdef'.repeat(8)],
    ['of any characters', ' \t🐎 "<b>{}\\\u200b ü '],
  ] as const)('accepts a password %s, and compares all of it', async ([, password], { app }) => {
    const ada = app.visitor()
    await ada.register('ada@example.com', password)
    const login = { email: 'ada@example.com', password: password.slice(0, -1) }
    expect(await ada.failure(calls.login, login)).toEqual([400, 'password_wrong'])
    await ada.signIn('ada@example.com', password)
  })
})
