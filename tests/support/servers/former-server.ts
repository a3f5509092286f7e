import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { foldQueryAsBefore } from '#contract/search/folding.ts'
import { toPlainText, variableNames } from '#contract/variables/variables.ts'
import type { Handle } from '#server/db/database.ts'
import { toSortKey } from '#server/entries/sort-key.rules.ts'
import { toPreview } from '#server/prompts/preview.rules.ts'

/** A card of the release before migration 0007. */
const FormerCard = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  isPublic: z.union([z.literal(0), z.literal(1)]),
  preview: z.string(),
  variableCount: z.number(),
  updatedAt: z.string(),
})
type FormerCard = z.output<typeof FormerCard>

type Text = { name: string; prompt: string }

/** A search text as the release before folded it. */
function toFormerText({ name, prompt }: Text): string {
  return [name, toPlainText(prompt), ''].map(foldQueryAsBefore).join('\u001F')
}

/**
 * Reads and writes prompts with the SQL of the previous release, which does not know the preview columns and
 * stores every card as JSON.
 */
export function formerServer(db: Handle, owner: number) {
  const ofOwner = (id: string): RawBuilder<unknown> => sql`where owner_no = ${owner} and id = ${id}`
  const toCard = (id: string, { name, prompt }: Text, isPublic: 0 | 1): FormerCard => ({
    id,
    name,
    color: 'f1f5f9',
    isPublic,
    preview: toPreview(prompt),
    variableCount: variableNames(prompt).length,
    updatedAt: new Date().toISOString(),
  })

  return {
    async create(text: Text): Promise<string> {
      const id = randomUUID()
      const card = toCard(id, text, 0)
      const sortKey = toSortKey(text.name)
      const bytes = Buffer.byteLength(text.name + text.prompt)
      await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ last_seq: number }>`
          update libraries set last_seq = last_seq + 1, prompt_count = prompt_count + 1,
            stored_bytes = stored_bytes + ${bytes}
          where owner_no = ${owner} returning last_seq`.execute(transaction)
        const rid = owner * 2 ** 24 + (rows[0]?.last_seq ?? 0)
        await sql`insert into prompts (name, sort_key, color, notes, body, id, is_public, updated_at,
            owner_no, folder_id, card, rid, created_at)
          values (${text.name}, ${sortKey}, ${card.color}, ${null}, ${text.prompt}, ${id}, ${0},
            ${card.updatedAt}, ${owner}, ${null}, ${JSON.stringify(card)}, ${rid},
            ${card.updatedAt})`.execute(transaction)
        await sql`insert into prompt_search (rid, owner_no, sort_key, text)
          values (${rid}, ${owner}, ${sortKey}, ${toFormerText(text)})`.execute(transaction)
      })
      return id
    },

    async update(id: string, text: Text): Promise<void> {
      const card = toCard(id, text, 0)
      const sortKey = toSortKey(text.name)
      await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ rid: number; bytes: number }>`
          select rid, octet_length(name) + octet_length(body) + coalesce(octet_length(notes), 0) as bytes
          from prompts ${ofOwner(id)}`.execute(transaction)
        const { rid = 0, bytes = 0 } = rows[0] ?? {}
        await sql`update libraries
          set stored_bytes = stored_bytes + ${Buffer.byteLength(text.name + text.prompt) - bytes}
          where owner_no = ${owner}`.execute(transaction)
        await sql`update prompts set name = ${text.name}, sort_key = ${sortKey}, color = ${card.color},
          notes = ${null}, body = ${text.prompt}, updated_at = ${card.updatedAt}
          ${ofOwner(id)}`.execute(transaction)
        await sql`update prompts set card = ${JSON.stringify(card)} ${ofOwner(id)}`.execute(
          transaction,
        )
        await sql`update prompt_search set sort_key = ${sortKey}, text = ${toFormerText(text)}
          where owner_no = ${owner} and rid = ${rid}`.execute(transaction)
      })
    },

    async list(): Promise<FormerCard[]> {
      const { rows } = await sql<{ card: string }>`select card, sort_key from prompts
        where owner_no = ${owner} and folder_id is null
        order by sort_key, name, id limit 250`.execute(db)
      return z.parse(z.array(FormerCard), JSON.parse(`[${rows.map(({ card }) => card).join(',')}]`))
    },
  }
}
