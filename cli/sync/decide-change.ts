/** What one side has of a prompt: its content by a hash, and the folder that it is in. */
export type Copy = { content: string; place: string }

/** The last common state, what the directory has, and what the library has. Missing: it has none. */
export type Copies = {
  base?: Copy | undefined
  here?: Copy | undefined
  there?: Copy | undefined
}

/**
 * What is done with the content. `pull` and `push` replace the other side's; `conflict` leaves both; `keep` is for equal
 * ones; `forget` for what is gone on both sides.
 */
export type ContentDecision =
  | 'keep'
  | 'pull'
  | 'push'
  | 'create-here'
  | 'create-there'
  | 'delete-here'
  | 'delete-there'
  | 'conflict'
  | 'forget'

/** Which side takes the folder of the other one. */
export type PlaceDecision = 'keep' | 'here' | 'there'

export type Decision = { content: ContentDecision; place: PlaceDecision }

/**
 * Decides on one prompt, three-way. An edit beats a deletion, a deletion beats a move, and of two moves the one of the
 * library counts.
 */
export function decideChange({ base, here, there }: Copies): Decision {
  if (here !== undefined && there !== undefined) {
    return { content: decideContent(base, here, there), place: decidePlace(base, here, there) }
  }
  return { content: decideMissing(base, here, there), place: 'keep' }
}

function decideMissing(
  base: Copy | undefined,
  here: Copy | undefined,
  there: Copy | undefined,
): ContentDecision {
  if (here !== undefined) return here.content === base?.content ? 'delete-here' : 'create-there'
  if (there !== undefined) return there.content === base?.content ? 'delete-there' : 'create-here'
  return 'forget'
}

function decideContent(base: Copy | undefined, here: Copy, there: Copy): ContentDecision {
  if (here.content === there.content) return 'keep'
  if (here.content === base?.content) return 'pull'
  if (there.content === base?.content) return 'push'
  return 'conflict'
}

function decidePlace(base: Copy | undefined, here: Copy, there: Copy): PlaceDecision {
  if (here.place === there.place) return 'keep'
  return there.place === base?.place ? 'there' : 'here'
}
