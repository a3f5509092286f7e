import { extensionApi } from '#extension/browser/extension-api.ts'
import { startPage } from '#extension/login/start-page.tsx'
import type { KeptSelection } from './kept-selection.ts'
import { SavingScreen } from './saving-screen.tsx'

const { session } = extensionApi.storage
const key = new URLSearchParams(location.search).get('key') ?? ''
const show = await startPage('errors', 'history', 'library', 'shell')
const { [key]: kept } = await session.get<Record<string, KeptSelection>>(key)
show(<SavingScreen kept={kept} onSaved={() => void session.remove(key)} />)
