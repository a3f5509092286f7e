/** The position of a row in a tree. */
export type RowPlace = {
  /** From 1. */
  level: number
  /** Position among its siblings, from 1. */
  position: number
  siblingCount: number
  /** Undefined for a row that cannot be expanded. */
  isOpen: boolean | undefined
}

/**
 * Returns the rows of all expanded levels, in reading order.
 *
 * @param inside returns the children of a node; undefined if it cannot be expanded
 */
export function toTreeRows<Node extends object>(
  roots: readonly Node[],
  inside: (node: Node) => readonly Node[] | undefined,
  isOpen: (node: Node) => boolean,
): (Node & RowPlace)[] {
  const rows: (Node & RowPlace)[] = []
  // An explicit stack: folders may be nested thousands deep.
  const waiting: (Node & RowPlace)[] = []
  const push = (nodes: readonly Node[], level: number) => {
    const siblingCount = nodes.length
    for (let at = siblingCount - 1; at >= 0; at--) {
      const node = nodes[at] as Node
      const isOpened = inside(node) && isOpen(node)
      waiting.push({ ...node, level, position: at + 1, siblingCount, isOpen: isOpened })
    }
  }
  push(roots, 1)
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row)
    if (row.isOpen) push(inside(row) ?? [], row.level + 1)
  }
  return rows
}
