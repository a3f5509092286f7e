import { describe, expect } from 'vitest'
import { connectAssistant, startReviewing } from '#tests/support/clients/assistant.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('An error for an assistant on $name', (database) => {
  const it = libraryTest(database)

  it('is one sentence that names the invalid argument', async ({ app }) => {
    const { token } = await startReviewing(app)
    const client = await connectAssistant(app, token)
    const failure = (values: Record<string, string>, name = 'review') =>
      client.getPrompt({ name, arguments: values }).then(
        () => undefined,
        (error: { code: number; message: string }) => [error.code, error.message],
      )
    expect(await failure({}, 'nothing')).toEqual([
      -32_602,
      'There is no prompt named "nothing". Find it with search.',
    ])
    expect(await failure({ tone: 'blue' })).toEqual([
      -32_602,
      'tone must be one of: Very warm, direct.',
    ])
    expect(await failure({ count: 'many' })).toEqual([-32_602, 'count must be a number.'])
    expect(await failure({ count: '10' })).toEqual([-32_602, 'count must be at most 9.'])
    expect(await failure({ day: 'soon' })).toEqual([
      -32_602,
      expect.stringMatching(/^day must be a day such as \d{4}-\d\d-\d\d\.$/),
    ])
    expect(await failure({ strict: 'maybe' })).toEqual([-32_602, 'strict must be on or off.'])
    expect(await failure({ other: 'x' })).toEqual([
      -32_602,
      'There is no argument "other". The arguments are: code, tone, count, day, strict, strasse_2, strasse.',
    ])
  })
})
