import { csv } from '#contract/transfer/formats/csv.ts'
import { espanso } from './espanso.ts'
import type {
  Format,
  FormatId,
  FormatOptions,
  FormatResult,
  Table,
  TextFile,
} from '#contract/transfer/formats/format.ts'
import { gemini } from './gemini.ts'
import { list } from './list.ts'
import { langfuse } from './json/langfuse.ts'
import { masscode } from './json/masscode.ts'
import { openWebui } from './json/open-webui.ts'
import { promptshelf } from '#contract/transfer/formats/json/promptshelf.ts'
import { raycast } from './json/raycast.ts'
import { looksLikeJson, readJson } from '#contract/transfer/formats/json/read-json.ts'
import { dotprompt, fabric, markdown, prompty, template } from './markdown/markdown.ts'
import { notion, takeProperties } from './notion.ts'
import type { Problem } from '#contract/transfer/formats/problems.ts'
import { readWithFormats } from '#contract/transfer/formats/read-with-formats.ts'
import { readYamlFile } from '#contract/transfer/formats/read-yaml.ts'
import { skills } from './skills/skills.ts'
import { isFields } from '#contract/transfer/markdown/shapes.ts'
import { text } from '#contract/transfer/formats/text.ts'

/** Most specific first. */
const formats: readonly Format[] = [
  skills,
  notion,
  promptshelf,
  masscode,
  openWebui,
  langfuse,
  raycast,
  espanso,
  list,
  gemini,
  fabric,
  dotprompt,
  prompty,
  template,
  markdown,
  csv,
  text,
]

/** Reads files of any mix of formats into one library. */
export function readTexts(
  files: readonly TextFile[],
  options: FormatOptions,
): Required<FormatResult> & { formats: { id: FormatId; files: number }[] } {
  const problems: Problem[] = []
  const tables: Table[] = []
  const found: { id: FormatId; files: number }[] = []
  let takenOver = 0
  const converted = new Set<string>()
  const own = takeProperties(files)
  const { library, left } = readWithFormats(formats, own, options, ({ id }, count, result) => {
    found.push({ id, files: count })
    problems.push(...result.problems)
    tables.push(...(result.tables ?? []))
    takenOver += result.takenOver
    for (const name of result.converted ?? []) converted.add(name)
  })
  for (const file of left) problems.push(unknownFile(file))
  return { library, problems, tables, takenOver, converted: [...converted], formats: found }
}

/** Whether a file holds the conversations of ChatGPT, Claude or a similar app. */
function isChatExport(value: unknown): boolean {
  const [first] = Array.isArray(value) ? (value as unknown[]) : []
  return isFields(first) && ['mapping', 'chat_messages', 'conversation'].some((key) => key in first)
}

function unknownFile(file: TextFile): Problem {
  if (file.text.trim() === '') return { code: 'empty_file', file: file.path }
  if (/\.ya?ml$/i.test(file.path)) {
    const yaml = readYamlFile(file)
    if ('problem' in yaml) return { file: file.path, ...yaml.problem }
  }
  const json = looksLikeJson(file) ? readJson(file) : undefined
  if (json && 'value' in json && isChatExport(json.value)) return { code: 'chats', file: file.path }
  if (!json || 'value' in json) return { code: 'unknown_format', file: file.path }
  return { code: 'json_broken', file: file.path, ...json }
}
