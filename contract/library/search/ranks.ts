/** Ranks by where a hit was found, the best first. One more ranks a hit with the words after one with the phrase. */
export const ranks = {
  shortName: 0,
  shortNameBegins: 2,
  nameBegins: 4,
  name: 6,
  folder: 8,
  body: 10,
  notes: 12,
}

/** A needle begins a word in a folded name if none of these is just before it. */
export const inWords = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The most recently used prompts, which come first within a rank. */
export const promptsUsedLast = 100
/** Characters of a text that are searched for an excerpt. */
export const textRead = 20_000
/** With this many hits, no similar names are searched for. */
export const enoughHits = 5
