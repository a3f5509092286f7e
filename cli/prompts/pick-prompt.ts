import { go } from 'fuzzysort'
import type { Client } from '#contract/core/client.ts'
import { foldForSearch } from '#contract/library/search/folding.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { skillCalls } from '#contract/transfer/skills/skills.ts'
import { CallError, callIfAllowed, mostPages, mostRows } from '#cli/server/make-client.ts'
import { choose } from '#cli/terminal/choose.ts'
import type { Screen } from '#cli/terminal/screen.ts'
import type { styler } from '#cli/terminal/styles.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** A prompt to pick from. */
export type Named = {
  id: string
  name: string
  shortName?: string | null | undefined
  /** Null at the root; missing if the folder is not known. */
  folderId?: string | null
  usedAt?: string | null
}

/** The names of all prompts. A token of one folder may only list those with a short name. */
export async function loadNames(client: Client): Promise<Named[]> {
  const names: Named[] = []
  let after: string | undefined
  for (let pages = 0; pages < mostPages && names.length <= mostRows; pages++) {
    const page = await callIfAllowed(client, shelfCalls.listPromptNames, after ? { after } : {})
    if (page === undefined) return loadSkills(client)
    for (const prompt of page.prompts) names.push(prompt)
    after = page.prompts.at(-1)?.id
    if (!page.hasMore || after === undefined) return names
  }
  throw new CallError(200, undefined)
}

async function loadSkills(client: Client): Promise<Named[]> {
  const names: Named[] = []
  let after: string | undefined
  for (let pages = 0; pages < mostPages && names.length <= mostRows; pages++) {
    const { skills, hasMore } = await client(skillCalls.listSkills, after ? { after } : {})
    for (const skill of skills) names.push(skill)
    after = skills.at(-1)?.shortName
    if (!hasMore || after === undefined) return names
  }
  throw new CallError(200, undefined)
}

const mostFound = 200
/** Matches with a lower score would look like mistakes. */
const leastScore = 0.1

/** Lets the user pick a prompt by some of its letters; initially shows recently used ones. @throws StoppedError */
export async function pickPrompt(
  screen: Screen,
  names: readonly Named[],
  texts: Texts,
  style: ReturnType<typeof styler>,
): Promise<Named> {
  const recent = names.toSorted((one, other) =>
    (other.usedAt ?? '').localeCompare(one.usedAt ?? ''),
  )
  const folded = names.map((named) => ({
    named,
    title: foldForSearch(named.name),
    shortName: named.shortName ?? '',
  }))
  while (true) {
    const picked = await choose(screen, {
      label: texts.pick.label,
      hint: (typed, found) => {
        const counts = { found, count: names.length }
        const isWhole = typed.trim() === '' || found === mostFound
        return `${fillText(isWhole ? texts.pick.all : texts.pick.some, counts)} ${texts.pick.hint}`
      },
      style,
      find(typed) {
        const wanted = foldForSearch(typed.trim().replace(/^\//, ''))
        if (wanted === '') return recent.slice(0, mostFound)
        const found = go(wanted, folded, {
          keys: ['shortName', 'title'],
          limit: mostFound,
          threshold: leastScore,
        })
        return found.map(({ obj }) => obj.named)
      },
      show: ({ name, shortName }) => (shortName ? `${name}  /${shortName}` : name),
    })
    if (!('back' in picked)) return picked
  }
}
