/** The numbers of spec §9 and of the limits on input that both sides check. Lengths are in code points. */
export const limits = {
  nameLength: 200,
  promptLength: 200_000,
  notesLength: 20_000,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  emailLength: 254,
  searchMinLength: 3,
  searchMaxLength: 200,
  searchHits: 100,
  /** Of an account at a time: the session used longest ago ends when one more begins. */
  sessions: 100,
  /** Browsers that an account remembers. */
  devices: 100,
  requestBytes: 1024 * 1024,
} as const
