import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { closestOf, indexNames, rankNames, type Closeness } from './rank-names.ts'
import { useFound, type Entry } from './use-found.ts'
import { allVerbs, type VerbContext } from './verbs.ts'

/** Returns the entries of the palette for a query. */
export function useEntries(query: string, context: VerbContext) {
  const t = useTranslations('palette')
  const { found, closeness, isReady, isSearching } = useFound(query)
  const text = query.trim()
  const verbs = verbEntries()
  return {
    // A command that matches the query ranks above names that match it less.
    entries:
      verbs.closeness > closeness ? [...verbs.entries, ...found] : [...found, ...verbs.entries],
    isReady,
    isSearching,
  }

  function verbEntries(): { entries: Entry[]; closeness: Closeness } {
    const offered = allVerbs
      .filter(({ id, when }) => id !== 'palette' && when?.(context) !== false)
      .map((verb) => {
        const name = t(`verbs.${verb.id}`)
        if (verb.isForSelection && context.selected) {
          return { verb, name: t('forSelection', { verb: name, count: context.selected.count }) }
        }
        const label = verb.isForCard ? t('forCard', { verb: name, name: cardName(context) }) : name
        return { verb, name: label, words: t(`words.${verb.id}`).split(', ') }
      })
    const ranked = rankNames(indexNames(offered), text, { limit: 4, now: 0 })
    const chosen = (text === '' ? offered : ranked.map(({ item }) => item)).map(({ verb }) => verb)
    const entries = chosen.map((verb): Entry => ({
      kind: 'verb',
      id: verb.id,
      group: 'verbs',
      icon: verb.icon,
      label: offered.find((other) => other.verb === verb)?.name ?? '',
      verbKey: verb.key,
      replacesPalette: verb.replacesPalette === true,
      run: () => verb.run(context),
    }))
    if (text === '') return { entries, closeness: 0 }
    const { open, folderId } = context
    const createNamed: Entry = {
      kind: 'verb',
      id: 'newPromptNamed',
      group: 'verbs',
      icon: Plus,
      label: t('newPromptNamed', { name: text }),
      replacesPalette: true,
      run: () => open({ kind: 'create-prompt', folderId, name: text }),
    }
    return { entries: [...entries, createNamed], closeness: closestOf(ranked) }
  }
}

function cardName({ card }: VerbContext): string {
  if (!card) return ''
  return card.kind === 'prompt' ? card.prompt.name : card.folder.name
}
