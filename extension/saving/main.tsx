import { extensionApi } from '#extension/browser/extension-api.ts'
import { startPage } from '#extension/login/start-page.tsx'
import type { KeptSelection } from './kept-selection.ts'
import { SavingScreen } from './saving-screen.tsx'

const { session } = extensionApi.storage
const key = new URLSearchParams(location.search).get('key') ?? ''
const [kept, show] = await Promise.all([
  session.get(key),
  startPage('errors', 'history', 'library', 'shell'),
])
const selection = kept[key] as KeptSelection | undefined
show(<SavingScreen kept={selection} onSaved={() => void session.remove(key)} />)
