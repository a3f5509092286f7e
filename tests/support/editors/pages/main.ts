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

const place = document.createElement('div')
place.id = 'place'
const query = new URLSearchParams(location.search)
const name = query.get('editor') ?? ''
const editor = await editors[name]?.()
put(query.get('in'), place)
if (editor) globalThis.editor = editor.mount(place, name)

/** Puts the editor's place into the page, if named into a frame or a shadow root. */
function put(where: string | null, content: HTMLElement) {
  if (where === null) return form?.append(content)
  if (where === 'shadow' || where === 'closed-shadow') {
    const host = document.createElement('div')
    const mode = where === 'shadow' ? 'open' : 'closed'
    host.attachShadow({ mode, delegatesFocus: true }).append(content)
    return form?.append(host)
  }
  const frame = document.createElement('iframe')
  frame.src = `${where === 'frame' ? '' : where}/?editor=${name}`
  form?.append(frame)
}
