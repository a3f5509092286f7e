import type { LoginState } from '#extension/login/login.ts'
import { createStore } from '#web/ui/store.ts'

export const loginState = createStore<LoginState>('none')
