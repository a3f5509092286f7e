import { useLayoutEffect, useRef } from 'react'
import { AddVariableButton } from './add-variable-button.tsx'
import styles from './prompt-editor.module.css'
import type { SelectionPosition } from './watch-selection.ts'

const gap = 8

type FloatingAddVariableProps = { place: SelectionPosition; onPress: () => void }

/** The button above the selection, or below it if there is no room above. */
export function FloatingAddVariable({ place, onPress }: FloatingAddVariableProps) {
  const floating = useRef<HTMLDivElement>(null)

  // A popover, to be visible beyond the edges of a scrolling dialog.
  useLayoutEffect(() => {
    floating.current?.showPopover()
  }, [])

  useLayoutEffect(() => {
    if (floating.current) placeFloating(floating.current, place)
  }, [place])

  return (
    <div ref={floating} popover="manual" className={styles.floating}>
      <AddVariableButton onPress={onPress} />
    </div>
  )
}

/** Places an element above a selection, or below it if there is no room above. */
export function placeFloating(element: HTMLElement, place: SelectionPosition): void {
  const { offsetWidth: width, offsetHeight: height } = element
  const left = Math.max(place.left, Math.min(place.center - width / 2, place.right - width))
  const above = place.top - height - gap
  element.style.left = `${left}px`
  element.style.top = `${above < gap ? place.bottom + gap : above}px`
}
