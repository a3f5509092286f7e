import type { passwordCalls } from '#contract/accounts/password.ts'
import { sourceOf } from '#server/users/record-activity.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { changePassword } from '#server/accounts/password/change-password.ts'
import { registerUser } from '#server/accounts/password/register-user.ts'
import { signIn } from '#server/accounts/password/sign-in.ts'
import { startSession } from '#server/accounts/session/start-session.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'

type PasswordCalls = typeof passwordCalls

export const passwordOperations: Operations<PasswordCalls> = {
  async register(services, _actor, input, { language, logSecurity }) {
    const userId = await registerUser(services, input, language)
    logSecurity('registered', { userId })
    return success
  },

  async login(services, _actor, input, channel) {
    const { owner, passwordHash } = await signIn(services, input, channel)
    const linkToken = channel.tokens.read('googleLink')
    const linkHash = linkToken === undefined ? undefined : hashToken(linkToken)
    await startSession(services, owner, channel, { by: 'password', passwordHash, linkHash })
    return success
  },

  async updateProfile(services, actor, input, channel) {
    const token = await changePassword(services, actor, input, sourceOf(channel, actor))
    channel.tokens.set('session', token)
    channel.logSecurity('password_changed')
    return success
  },
}
