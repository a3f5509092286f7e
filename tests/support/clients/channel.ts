import type { Channel } from '#server/core/channel.ts'

/** The channel of a caller without a browser: it stores nothing, and is neither throttled nor logged. */
export const channel: Channel = {
  language: 'en',
  userAgent: '',
  network: '',
  tokens: { read: () => undefined, set: () => {}, clear: () => {} },
  returnAttempt: async () => {},
  logSecurity: () => {},
}
