import type { profileCalls } from '#contract/accounts/profile.ts'
import { recordReading, sourceOf } from '#server/users/record-activity.ts'
import { collectAccount } from '#server/accounts/profile/collect-account.ts'
import { deleteAccount } from '#server/accounts/profile/delete-account.ts'
import { checkProvedAnew } from '#server/accounts/session/check-proof.ts'
import { getProfile } from '#server/accounts/profile/get-profile.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'

type ProfileCalls = typeof profileCalls

export const profileOperations: Operations<ProfileCalls> = {
  getProfile,

  async downloadAccount(services, actor, _input, channel) {
    await recordReading(services, actor.owner, sourceOf(channel, actor), 'account_downloaded')
    channel.logSecurity('data_downloaded')
    return {
      name: 'promptshelf-data.json',
      type: 'application/json; charset=utf-8',
      pieces: collectAccount(services, actor.owner),
    }
  },

  async deleteAccount(services, actor, _input, { tokens, logSecurity }) {
    await checkProvedAnew(services, actor)
    await deleteAccount(services, actor.owner)
    logSecurity('account_deleted')
    tokens.clear('session')
    return success
  },
}
