import { hash } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { writeSkill } from '#contract/transfer/skills/write-skill.ts'
import {
  connectAssistant,
  makeToken,
  reviewPrompt,
  revisions,
  startReviewing,
  textOf,
} from '#tests/support/clients/assistant.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('An assistant on $name', (database) => {
  const it = libraryTest(database)

  it.for(revisions)(
    'reads prompts and skills, byte for byte as they are downloaded, at %s',
    async (revision, { app }) => {
      const { ada, token, promptId } = await startReviewing(app)
      const client = await connectAssistant(app, token, { revision })
      const { prompt } = await ada.call(calls.getPrompt, { promptId })
      const files = writeSkill({ ...prompt, shortName: 'review' })
      const read = async (uri: string) => {
        const [content] = (await client.readResource({ uri })).contents
        return content && 'text' in content ? content.text : undefined
      }
      const uri = 'skill://review/SKILL.md'
      expect(await read(uri)).toBe(files[0]?.text)
      const got = await client.request({ method: 'skills/get', params: { uri } }, z.looseObject({}))
      const digest = `sha256:${hash('sha256', files[0]?.text ?? '')}`
      expect(got).toMatchObject({
        skill: {
          uri,
          frontmatter: { name: 'review', metadata: { title: 'Code review' } },
          resources: [{ uri, digest, size: Buffer.byteLength(files[0]?.text ?? '') }],
        },
      })
      const text =
        'Review {code} in a {tone} tone, with {count} remarks, by {day}. {strict}{Straße} {strasse}'
      expect(await read(`promptshelf://prompts/${promptId}`)).toBe(text)
      expect(await read('promptshelf://prompts/review')).toBe(text)
      for (const uri of [
        'skill://review/other.md',
        'skill://other/SKILL.md',
        'skill://REVIEW/SKILL.md',
        'promptshelf://prompts/other',
        'promptshelf://prompts/01a1fc2c-43c7-7eda-9052-213b5df26ec4',
        'file:///etc/passwd',
      ]) {
        await expect(read(uri)).rejects.toMatchObject({ code: -32_602, data: { uri } })
      }
      const { resources } = await client.listResources()
      expect(resources.map(({ uri }) => uri)).toContain('skill://review/SKILL.md')
    },
  )

  it('can access what its scopes and its folder allow, and no other account', async ({ app }) => {
    const ada = await app.signUp('ada@example.com')
    await app.liftLimits()
    const folderId = await ada.makeFolder('Work')
    const { id: inside } = await ada.call(calls.createPrompt, { ...reviewPrompt, folderId })
    const secret = { name: 'Secret', shortName: 'secret', color: 'f1f5f9', prompt: 'hidden' }
    const { id: outside } = await ada.call(calls.createPrompt, secret)
    await ada.call(calls.setMyValues, { values: [{ name: 'code', value: 'hidden' }] })
    const bob = await app.signUp('bob@example.com')
    const tokens = {
      reader: await makeToken(ada, { scopes: ['library:read'] }),
      rooted: await makeToken(ada, { folderId }),
      other: await makeToken(bob),
    }
    for (const [who, token] of Object.entries(tokens)) {
      const client = await connectAssistant(app, token)
      const call = async (name: string, values: Record<string, unknown>) => {
        const result = await client.callTool({ name, arguments: values })
        return [result.isError === true, textOf(result)] as const
      }
      const { prompts } = await client.listPrompts()
      const { resources } = await client.listResources()
      const names = { reader: ['review', 'secret'], rooted: ['review'], other: [] }[who]
      expect([who, prompts.map(({ name }) => name)]).toEqual([who, names])
      expect(resources.map(({ name }) => name)).toEqual(names)
      const mayWrite = who !== 'reader'
      const { tools } = await client.listTools()
      expect(tools.some(({ name }) => name === 'save_prompt')).toBe(mayWrite)
      if (who !== 'reader') {
        const gone = [
          ...(await call('fetch', { id: outside })),
          ...(await call('use_prompt', { name: 'secret' })),
          ...(await call('search', { query: 'hidden' })),
          ...(await call('list_prompts', {})),
          await client.getPrompt({ name: 'secret' }).catch(({ message }: Error) => message),
          await client
            .readResource({ uri: 'skill://secret/SKILL.md' })
            .catch(({ message }: Error) => message),
          await client
            .readResource({ uri: `promptshelf://prompts/${outside}` })
            .catch(({ message }: Error) => message),
        ]
        expect([who, JSON.stringify(gone)]).not.toEqual([
          who,
          expect.stringMatching(/hidden|Secret/),
        ])
      }
      const change = { id: inside, updatedAt: '2026-01-01T00:00:00.000Z', text: 'over' }
      const [isRefused] = await call('update_prompt', change)
      expect([who, isRefused]).toEqual([who, true])
      if (who === 'rooted') {
        expect(textOf(await client.getPrompt({ name: 'review' }))).not.toContain('hidden')
        const [, made] = await call('save_prompt', { title: 'Made', text: 'x' })
        const { id: promptId } = JSON.parse(made) as { id: string }
        const { prompt } = await ada.call(calls.getPrompt, { promptId })
        expect(prompt.folderId).toBe(folderId)
      }
      if (who === 'reader') {
        expect(await call('save_prompt', { title: 'Made', text: 'x' })).toEqual([
          true,
          'This token or app does not have permission for that.',
        ])
      }
    }
    const { prompt } = await ada.call(calls.getPrompt, { promptId: inside })
    expect(prompt.prompt).toBe(reviewPrompt.prompt)
  })
})
