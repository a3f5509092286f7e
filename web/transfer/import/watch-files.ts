/** What a drag of files over the page calls. Drags of cards, links and texts are none of its business. */
type FileDrag = {
  /** Whether files may be dropped now. */
  isWanted: () => boolean
  onOver: (isOver: boolean) => void
  onDrop: (transfer: DataTransfer) => void
}

/** Watches for files that are dragged over the page, and dropped. Returns a function that ends it. */
export function watchFiles({ isWanted, onOver, onDrop }: FileDrag): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const isOurs = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
    !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true && isWanted()

  document.addEventListener(
    'dragover',
    (event) => {
      if (!isOurs(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      onOver(true)
    },
    { signal },
  )
  document.addEventListener(
    'dragleave',
    // Out of the window; between two elements there is a next one.
    (event) => event.relatedTarget === null && onOver(false),
    { signal },
  )
  document.addEventListener(
    'drop',
    (event) => {
      onOver(false)
      if (!isOurs(event)) return
      event.preventDefault()
      onDrop(event.dataTransfer)
    },
    { signal },
  )
  return () => ending.abort()
}
