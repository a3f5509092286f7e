import type { valueCalls } from '#contract/variables/values.ts'
import type { Operations } from '#server/core/operation.ts'
import { checkUnchanged } from '#server/core/check-unchanged.ts'
import { success } from '#server/core/success.ts'
import { changeLibrary } from '#server/users/libraries.queries.ts'
import { changePrompt } from '#server/library/prompts/change-prompt.ts'
import {
  startKeepingLastValues,
  stopKeepingLastValues,
} from '#server/library/values/keep-last-values.ts'
import { listVariableNames } from '#server/library/values/list-variable-names.ts'
import { getMyValues, setMyValues } from '#server/library/values/my-values.queries.ts'
import { withoutValueSet, withValueSet } from '#server/library/values/value-sets.rules.ts'

export const valueOperations: Operations<typeof valueCalls> = {
  async saveValueSet({ db }, { owner }, { promptId, former, ...set }) {
    await changePrompt(db.main, owner, promptId, (prompt) => withValueSet(prompt, set, former))
    return success
  },

  async deleteValueSet({ db }, { owner }, { promptId, name, former }) {
    await changePrompt(db.main, owner, promptId, (prompt) => withoutValueSet(prompt, name, former))
    return success
  },

  async getMyValues({ db }, { owner }) {
    return getMyValues(db.main, owner)
  },

  async listVariableNames({ db }, { owner }) {
    return listVariableNames(db.background, owner)
  },

  async setMyValues({ db }, { owner }, { values, former }) {
    await db.main.transaction().execute(async (transaction) => {
      const { change } = await changeLibrary(transaction, owner)
      const stored = await getMyValues(transaction, owner)
      checkUnchanged(stored.values, former, values)
      await setMyValues(transaction, owner, change, values)
    })
    return success
  },

  async keepLastValues({ db }, { owner }, { keepsLastValues, lastValues }) {
    if (keepsLastValues === 1) await startKeepingLastValues(db.main, owner, lastValues)
    else await stopKeepingLastValues(db.main, owner)
    return success
  },
}
