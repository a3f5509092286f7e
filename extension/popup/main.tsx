import { flushSync } from 'react-dom'
import { startPage } from '#extension/login/start-page.tsx'
import { Popup } from './popup.tsx'
import { readTabField } from './tab-field.ts'

const field = readTabField()
const show = await startPage('history', 'library', 'palette', 'prompt', 'shell', 'values')
const early = document.querySelector<HTMLInputElement>('#early')
// At once, so that no key is lost between the two fields.
flushSync(() => show(<Popup field={field} firstText={early?.value ?? ''} />))
early?.remove()
