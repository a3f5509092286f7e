import { toEmailKey } from '#server/users/users.rules.ts'
import type { Registration } from '#server/config/config.ts'
import { ApiError } from '#server/core/api-error.ts'

/**
 * Refuses a new account if registration is closed, or restricted to other domains.
 *
 * @throws ApiError `registration_closed`, `registration_restricted`
 */
export function checkRegistration(registration: Registration, email: string): void {
  if (registration === 'open') return
  if (registration === 'closed') throw new ApiError('registration_closed')
  const key = toEmailKey(email)
  const domain = key.slice(key.lastIndexOf('@') + 1)
  if (!registration.domains.includes(domain)) throw new ApiError('registration_restricted')
}
