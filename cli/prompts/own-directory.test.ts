import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { OwnDirectory } from './own-directory.ts'

describe('A managed directory', () => {
  let outside: string
  let own: OwnDirectory

  beforeEach(() => {
    const scratch = makeScratchDirectory('own')
    onTestFinished(() => rmSync(scratch, { recursive: true }))
    outside = join(scratch, 'outside')
    const root = join(scratch, 'root')
    for (const directory of [outside, join(outside, 'empty'), root]) mkdirSync(directory)
    writeFileSync(join(outside, 'theirs.md'), 'Theirs')
    writeFileSync(join(root, 'ours.md'), 'Ours')
    symlinkSync(outside, join(root, 'link'))
    symlinkSync(join(outside, 'theirs.md'), join(root, 'link.md'))
    own = new OwnDirectory(root)
  })

  it.each(['link', '..', '../outside', '.', ''])('cannot be left by the path %j', (way) => {
    const theirs = `${way}/theirs.md`
    expect(own.read(theirs)).toBeUndefined()
    expect(own.find(theirs)).toBeUndefined()
    for (const change of [
      () => own.create(`${way}/new.md`, 'x'),
      () => own.replace(theirs, 'x', 'draft'),
      () => own.replace('ours.md', 'x', `${way}/draft`),
      () => own.rename('ours.md', `${way}/new.md`),
      () => own.rename(theirs, 'taken.md'),
      () => own.remove(theirs),
      () => own.removeDirectory(`${way}/empty`),
      () => own.makeDirectory(`${way}/made`),
    ]) {
      expect(change).toThrow(expect.objectContaining({ reason: 'link' }))
    }
    expect(readdirSync(outside).toSorted()).toEqual(['empty', 'theirs.md'])
    expect(own.read('ours.md')).toBe('Ours')
  })

  it('replaces a link to a file, and never reads one', () => {
    expect(own.read('link.md')).toBeUndefined()
    own.replace('link.md', 'Ours, too', 'draft')
    expect(own.read('link.md')).toBe('Ours, too')
    expect(readFileSync(join(outside, 'theirs.md'), 'utf8')).toBe('Theirs')
  })
})
