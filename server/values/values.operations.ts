import type { valueCalls } from '#contract/variables/values.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { changePrompt } from '#server/prompts/change-prompt.ts'
import { getMyValues, setMyValues } from '#server/values/my-values.queries.ts'
import { withoutValueSet, withValueSet } from '#server/values/value-sets.rules.ts'

export const valueOperations: Operations<typeof valueCalls> = {
  async saveValueSet({ db }, { owner }, { promptId, ...set }) {
    await changePrompt(db.main, owner, promptId, (former) => withValueSet(former, set))
    return success
  },

  async deleteValueSet({ db }, { owner }, { promptId, name }) {
    await changePrompt(db.main, owner, promptId, (former) => withoutValueSet(former, name))
    return success
  },

  async getMyValues({ db }, { owner }) {
    return { values: await getMyValues(db.main, owner) }
  },

  async setMyValues({ db }, { owner }, { values }) {
    await setMyValues(db.main, owner, values)
    return success
  },
}
