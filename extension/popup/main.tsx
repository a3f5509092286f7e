import { flushSync } from 'react-dom'
import { startPage } from '#extension/login/start-page.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { Popup } from './popup.tsx'
import { readTabField } from './tab-field.ts'

const early = document.querySelector<HTMLInputElement>('#early')
// With `autofocus`, only from the first frame on.
early?.focus()
const starting = startPage('history', 'library', 'palette', 'prompt', 'shell', 'values')
const field = readTabField()
const show = await starting
// At once, so that no key is lost between the two fields.
flushSync(() => show(<Popup field={field} firstText={early?.value ?? ''} />))
early?.remove()
whenIdle(() => void import('./filling.tsx'))
