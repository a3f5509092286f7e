/** One side's state of a prompt: the hash of its content, and its folder. */
export type Copy = { content: string; place: string }

/** The last common state, and the states of the directory and of the library. Missing: it does not exist there. */
export type Copies = {
  base?: Copy | undefined
  here?: Copy | undefined
  there?: Copy | undefined
}

/**
 * The action for the content. `pull` and `push` replace the other side's; `conflict` keeps both; `keep` is for equal
 * ones; `forget` for those deleted on both sides.
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

/** Which side takes over the folder of the other one. */
export type PlaceDecision = 'keep' | 'here' | 'there'

export type Decision = { content: ContentDecision; place: PlaceDecision }

/**
 * Decides on one prompt, three-way. An edit beats a deletion, a deletion beats a move, and if both moved it, the
 * library's move wins.
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
