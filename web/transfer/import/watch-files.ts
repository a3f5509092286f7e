/** Callbacks for files dragged over the page. Drags of cards, links and text are ignored. */
type FileDragCallbacks = {
  /** Whether files can be dropped now. */
  isWanted: () => boolean
  onOver: (isOver: boolean) => void
  onDrop: (transfer: DataTransfer) => void
}

/** Watches for files dragged over the page or dropped on it. Returns a function that stops watching. */
export function watchFiles({ isWanted, onOver, onDrop }: FileDragCallbacks): () => void {
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
    // Null when the drag leaves the window, rather than one element for another.
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
