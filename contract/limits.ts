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
  /** Of an account: the bounds of fair use behind "unlimited". */
  folders: 10_000,
  prompts: 200_000,
  /** Of the names, texts and notes of an account's prompts, in UTF-8: 2 GB. */
  storedBytes: 2_000_000_000,
  /** How many folders of a way an answer names: half of them the outermost, half the innermost. */
  wayFolders: 8,
  /** From here on a list ends, and says that there is more: no answer is longer than 5 MB. */
  listBytes: 4_000_000,
} as const
