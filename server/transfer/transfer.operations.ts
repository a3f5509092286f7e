import type { exportCalls } from '#contract/transfer/export.ts'
import type { importCalls } from '#contract/transfer/import.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'

export const transferOperations: Operations<typeof importCalls & typeof exportCalls> = {
  async importEntries() {
    throw new ApiError('unavailable')
  },

  async listImports() {
    return { imports: [] }
  },

  async undoImport() {
    throw new ApiError('unavailable')
  },

  async exportLibrary() {
    throw new ApiError('unavailable')
  },

  async exportSelection() {
    throw new ApiError('unavailable')
  },
}
