import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { modelCalls } from '#contract/runs/models.ts'
import palette from '#languages/en/palette.json' with { type: 'json' }
import { serve, showScreens } from '#tests/support/show-at-server.tsx'
import { AroundDialogs } from '#web/shell/commands/around-dialogs.tsx'
import { useEntries } from './use-entries.ts'
import { useVerbContext } from './use-verb-context.ts'

function Entries({ query }: { query: string }) {
  const contextFor = useVerbContext()
  const { entries } = useEntries(query, contextFor(undefined))
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>{entry.kind === 'verb' && entry.label}</li>
        ))}
      </ul>
      <AroundDialogs dialog={undefined} />
    </>
  )
}

const own = palette.verbs.connections
const named = 'Add prompt “openai”'

test.each([
  [true, [own, named]],
  [false, [named]],
])(
  'Connections to models are offered if the server allows them: %s',
  async (canConnect, labels) => {
    serve().answer(modelCalls.listModels, {
      models: [],
      connections: [],
      canConnect,
      hasBalance: true,
    })
    await showScreens({ '*': <Entries query="openai" /> }, 'palette', 'library')
    const list = page.getByRole('listitem')
    await expect.element(list.last()).toHaveTextContent(named)
    await expect.poll(() => list.elements().map(({ textContent }) => textContent)).toEqual(labels)
  },
)
