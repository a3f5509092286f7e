import { startPage } from '#extension/login/start-page.tsx'
import { SettingsScreen } from './settings-screen.tsx'

const show = await startPage('shell')
show(<SettingsScreen />)
