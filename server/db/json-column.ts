/** Converts a list to its column's JSON; null if it is empty. */
export function toJson(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

/** Reverses `toJson`. */
export function fromJson<Item>(text: string | null): Item[] {
  return text === null ? [] : (JSON.parse(text) as Item[])
}
