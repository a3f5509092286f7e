/**
 * Problems of files, by severity. Their texts are `problems` in `languages/<code>/import.json`. `lost`: something was not
 * read or cannot be saved. `changed`: it was read, but altered. `skipped`: the file does not seem to contain prompts.
 */
export const problemKinds = {
  // Files
  unreadable: 'lost',
  unknown_format: 'skipped',
  document: 'skipped',
  chats: 'skipped',
  empty_file: 'skipped',
  not_text: 'skipped',
  file_too_large: 'lost',
  files_too_large: 'lost',
  too_many_files: 'lost',
  too_many_prompts: 'lost',
  too_deep: 'changed',
  encoding_guessed: 'changed',
  encoding_mixed: 'changed',
  name_unsafe: 'changed',
  // ZIP
  zip_broken: 'lost',
  zip_encrypted: 'lost',
  zip_method: 'lost',
  zip_bomb: 'lost',
  zip_in_zip: 'lost',
  // Their content
  json_broken: 'lost',
  yaml_broken: 'lost',
  yaml_aliases: 'lost',
  toml_broken: 'lost',
  csv_broken: 'changed',
  csv_no_prompt_column: 'lost',
  newer_version: 'changed',
  entry_invalid: 'lost',
  prompt_missing: 'lost',
  prompt_too_long: 'lost',
  notes_too_long: 'changed',
  when_to_use_too_long: 'changed',
  short_name_changed: 'changed',
  name_shortened: 'changed',
  name_cut: 'changed',
  values_left_out: 'changed',
  characters_removed: 'changed',
  variable_simplified: 'changed',
  defaults_differ: 'changed',
  front_matter_broken: 'changed',
  skill_files_left_out: 'lost',
  skill_text_missing: 'lost',
  template_kept: 'changed',
  nothing_found: 'lost',
  // The parser itself
  out_of_memory: 'lost',
} as const

export type ProblemCode = keyof typeof problemKinds

/** A problem with the arguments of its text. */
export type Problem = {
  code: ProblemCode
  /** The path of the file, of the entry in a ZIP, or of the ZIP itself. Empty for several files. */
  file: string
  /** Counted from 1. */
  line?: number
  /** The limit exceeded: a number of items, or of megabytes. */
  limit?: number
  /** The number of problems merged into this one. */
  count?: number
  /** The name of a prompt, column or variable, or the extension of an unknown format. */
  name?: string
}
