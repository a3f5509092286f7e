import type { Compilable, CompiledQuery } from 'kysely'
import type { Handle } from '#server/db/database.ts'

/** Stands in a query for a value that is known only when the query runs. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Returns the placeholder of each value in a query. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

/**
 * A query that is built and compiled once per database and then only run. Building one takes Kysely
 * longer than SQLite takes to answer it, so the queries of the busiest calls are of this kind.
 * `build` must not look at the values: it gets stand-ins.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: (db: Handle, value: ValueOf<Values>) => Compilable<Row>,
): (db: Handle, values: Values) => Promise<Row[]> {
  const compiledFor = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, values) => {
    const { adapter } = db.getExecutor()
    let compiled = compiledFor.get(adapter)
    if (compiled === undefined) {
      compiled = build(db, (name) => new Slot(name) as unknown as Values[typeof name]).compile()
      compiledFor.set(adapter, compiled)
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
