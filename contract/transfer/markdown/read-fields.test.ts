import { expect, test } from 'vitest'
import { readFields } from './read-fields.ts'

test.each(['title: [unclosed\ntags: prompts', 'title: {unclosed', 'title: "unclosed'])(
  'fields with an open bracket or quote are broken: %j',
  (source) => {
    expect(readFields(source)).toMatchObject({ problem: { code: 'yaml_broken' } })
  },
)

test.each([
  ['argument-hint: [issue] [priority]', { 'argument-hint': '[issue] [priority]' }],
  ['globs: *.ts', { globs: '*.ts' }],
  ['title: Note: this', { title: 'Note: this' }],
  ['title: [a, b]', { title: ['a', 'b'] }],
])('fields that tools with line-based parsers read are read: %j', (source, value) => {
  expect(readFields(source)).toEqual({ value })
})
