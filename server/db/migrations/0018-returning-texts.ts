import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'

/**
 * On SQLite, a text that is deleted and comes back before the index of trigrams has learnt of it stays in the index,
 * which takes a tenth of the time of indexing it anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) return
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'drop trigger prompt_search_inserted',
  'drop trigger deleted_search_text_swept',
  `create trigger prompt_search_inserted after insert on prompt_search begin
     delete from deleted_search_texts where rid = new.rid and text <> new.text;
     insert into prompt_trigrams (rowid, text) select new.rid, new.text
       where not exists (select 1 from deleted_search_texts where rid = new.rid);
     delete from deleted_search_texts where rid = new.rid;
   end`,
  `create trigger deleted_search_text_swept after delete on deleted_search_texts
   when not exists (select 1 from prompt_search where rid = old.rid and text = old.text) begin
     insert into prompt_trigrams (prompt_trigrams, rowid, text) values ('delete', old.rid, old.text);
   end`,
]
