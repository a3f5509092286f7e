/** The limits that client and server both check. Lengths are in code points. */
export const limits = {
  nameLength: 200,
  promptLength: 200_000,
  notesLength: 20_000,
  shortNameLength: 64,
  whenToUseLength: 1024,
  /** Settings of a prompt's variables: labels, texts, options of a choice, and all of them as JSON. */
  variableLabelLength: 200,
  variableTextLength: 20_000,
  variableOptions: 100,
  variableSettingsLength: 100_000,
  /** Variables that one edit of a prompt renames. */
  variableRenames: 1000,
  /** Value sets of a prompt, and all of their values as JSON. */
  valueSets: 50,
  valueSetsLength: 500_000,
  /** The values last copied with a prompt, as JSON; the prompts whose values one call adds to the account. */
  lastValuesLength: 50_000,
  lastValuesPrompts: 200,
  /** An account's own values, and all of them as JSON. */
  myValues: 100,
  myValuesLength: 100_000,
  /** The number of prompts, and of characters in their texts, that are read to list variables; names in the answer. */
  variablePrompts: 5_000,
  variableTexts: 20_000_000,
  variableNames: 1_000,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  emailLength: 254,
  searchMinLength: 3,
  searchMaxLength: 200,
  searchHits: 100,
  /** The number of prompts with a short name, and of bytes, in one page of their list; inputs listed per prompt. */
  skillsListed: 100,
  skillsBytes: 500_000,
  skillInputs: 50,
  /** Per account: one more session ends the least recently used one. */
  sessions: 100,
  /** Valid tokens per account. */
  tokens: 50,
  /** Passkeys per account, and the length of their names. */
  passkeys: 20,
  passkeyNameLength: 80,
  /** The maximum length of a typed code, from an authenticator app or a recovery code. */
  factorCodeLength: 40,
  /** Connected apps per account. */
  apps: 50,
  /** Known browsers per account. */
  devices: 100,
  /** Entries of an account's activity, and how long they are kept. */
  activity: 1000,
  activityDays: 90,
  /** The body of a call with long texts or lists; of any other call; of a passkey's response. */
  requestBytes: 1024 * 1024,
  shortRequestBytes: 8 * 1024,
  passkeyRequestBytes: 64 * 1024,
  /** Per account: the fair use behind "unlimited". */
  folders: 10_000,
  prompts: 200_000,
  /** An account's folders, prompts, previous versions and runs, in bytes: 2 GB. */
  storedBytes: 2_000_000_000,
  /** Bytes counted for each row besides its texts. */
  rowBytes: 200,
  /** Prompts and folders that one call changes. */
  selection: 500,
  /** The maximum size of one copy, in prompts and in bytes. Other writers wait for it. */
  copiedPrompts: 2_000,
  copiedBytes: 50_000_000,
  /** Favourites and recently used prompts in one answer. */
  shelfPrompts: 24,
  /** Entries of an import, in one request and in total. */
  importBatch: 500,
  importEntries: 10_000_000,
  /** Imports recorded per account. */
  imports: 1000,
  /** The filled-in text sent to a model. */
  runLength: 400_000,
  /** Concurrent runs per account, stored runs per prompt, and how long they are stored. */
  runsAtOnce: 4,
  keptRuns: 20,
  runDays: 30,
  /** How long a deleted run can be restored. */
  runUndoMinutes: 60,
  /** Connections to models per account, and models per connection. */
  connections: 20,
  modelsOfConnection: 100,
  baseUrlLength: 500,
  modelKeyLength: 500,
  /** Tokens of an answer of a connection's model. */
  outputOfOwnModel: 8192,
  /** How long deleted items stay in the trash. */
  trashDays: 30,
  /**
   * Above these, the oldest deletions are pruned from an account's trash. Rows count deletions, folders and prompts. A whole
   * library fits, so that deleting everything at once can be undone.
   */
  trashBytes: 2_000_000_000,
  trashRows: 300_000,
  /** Versions of a prompt besides labelled ones, on a server without plans. */
  versions: 200,
  /** Labelled versions of a prompt, and the compressed bytes of all others. */
  labelledVersions: 50,
  versionBytes: 1_000_000,
  /** Folders of a path in an answer: half of them the outermost, half the innermost. */
  pathFolders: 8,
  /** Bytes after which a list ends with `hasMore`: no answer exceeds 5 MB. */
  listBytes: 4_000_000,
} as const

/** Whether a text has more code points than `length`. */
export function isLongerThan(text: string, length: number): boolean {
  if (text.length <= length) return false
  return text.length > 2 * length || Array.from(text).length > length
}

/** Cuts a text to `length` code points, including an ellipsis. */
export function cutTo(text: string, length: number): string {
  return isLongerThan(text, length) ? `${[...text].slice(0, length - 1).join('')}…` : text
}
