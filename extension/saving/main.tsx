import { startPage } from '#extension/login/start-page.tsx'
import { forgetKept, readKept } from './kept-selection.ts'
import { SavingScreen } from './saving-screen.tsx'

const key = new URLSearchParams(location.search).get('key') ?? ''
const [kept, show] = await Promise.all([
  readKept(key),
  startPage('errors', 'history', 'library', 'shell'),
])
show(<SavingScreen kept={kept} onSaved={() => void forgetKept(key)} />)
