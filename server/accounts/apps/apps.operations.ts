import type { appCalls } from '#contract/accounts/apps.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'

export const appOperations: Operations<typeof appCalls> = {
  async describeConnection() {
    throw new ApiError('connect_request_gone')
  },

  async findDeviceRequest() {
    throw new ApiError('user_code_invalid')
  },

  async allowConnection() {
    throw new ApiError('connect_request_gone')
  },

  async refuseConnection() {
    throw new ApiError('connect_request_gone')
  },

  async listApps() {
    return { apps: [] }
  },

  async endApp() {
    throw new ApiError('not_found')
  },
}
