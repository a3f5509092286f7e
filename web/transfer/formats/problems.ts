/**
 * What can be wrong with files, by how much it matters. Texts: `problems` of `languages/<code>/import.json`. `lost`:
 * something was not read at all, or cannot be saved. `changed`: it was read, but not as it stands in the file.
 * `skipped`: it does not seem to hold prompts.
 */
export const problemKinds = {
  // Files
  unreadable: 'lost',
  unknown_format: 'skipped',
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
  name_shortened: 'changed',
  name_cut: 'changed',
  values_left_out: 'changed',
  characters_removed: 'changed',
  variable_simplified: 'changed',
  defaults_differ: 'changed',
  front_matter_broken: 'changed',
  template_kept: 'changed',
  nothing_found: 'lost',
  // The reader itself
  out_of_memory: 'lost',
} as const

export type ProblemCode = keyof typeof problemKinds

/** A text of the catalogue takes `limit` and `count`. */
export type Problem = {
  code: ProblemCode
  /** The file's path, in a ZIP that of its entry; of what is wrong with a ZIP, its own; empty for several files. */
  file: string
  /** Counted from 1. */
  line?: number
  /** What may be at most: a number of things, or of megabytes. */
  limit?: number
  /** How many things, where they are told together. */
  count?: number
  /** A name within the file: of a prompt, a column or a variable; of files of an unknown kind, their ending. */
  name?: string
}
