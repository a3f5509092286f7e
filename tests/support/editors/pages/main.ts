import { send, type Editor } from './page.ts'
import './editors.css'

type Mount = (place: HTMLElement, name: string) => Editor

const editors: Record<string, () => Promise<{ mount: Mount }>> = {
  input: () => import('./control.ts'),
  textarea: () => import('./control.ts'),
  'react-input': () => import('./react-control.tsx'),
  'react-textarea': () => import('./react-control.tsx'),
  editable: () => import('./editable.ts'),
  'editable-collapsing': () => import('./editable.ts'),
  'plaintext-only': () => import('./editable.ts'),
  prosemirror: () => import('./prosemirror.ts'),
  tiptap: () => import('./tiptap.ts'),
  quill: () => import('./quill.ts'),
  codemirror: () => import('./codemirror.ts'),
  lexical: () => import('./lexical.ts'),
  slate: () => import('./slate.tsx'),
}

const form = document.querySelector('form')
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  send()
})
form?.addEventListener('click', send)
form?.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') send()
})

const query = new URLSearchParams(location.search)
const name = query.get('editor') ?? ''
const where = query.get('in')
const editor = await editors[name]?.()
if (where?.endsWith('frame')) {
  const frame = document.createElement('iframe')
  const host = where === 'frame' ? location.host : location.host.replace('127.0.0.1', 'localhost')
  frame.src = `${location.protocol}//${host}/?editor=${name}`
  form?.append(frame)
} else if (editor) {
  const place = document.createElement('div')
  place.id = 'place'
  const parent = where === null ? form : addShadow()
  parent?.append(place)
  globalThis.editor = editor.mount(place, name)
}

function addShadow(): ShadowRoot {
  const host = document.createElement('div')
  host.className = 'pre-wrap'
  form?.append(host)
  return host.attachShadow({ mode: where === 'closed-shadow' ? 'closed' : 'open' })
}
