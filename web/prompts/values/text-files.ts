import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { limits } from '#contract/core/limits.ts'
import { listen } from '#web/ui/listen.ts'

export type TextFileProblem = 'tooLong' | 'notText' | 'readFailed'

/** Bytes of a character in UTF-8, at most. */
const characterSize = 4

/**
 * Inserts text files that are dropped on a field of the surrounding dialog. Returns the variable whose field was used last.
 *
 * @param onFile called with the file and the variable's name
 */
export function useDroppedFiles(
  area: RefObject<HTMLElement | null>,
  onFile: (file: File, name: string) => void,
): string | undefined {
  const [last, setLast] = useState<string>()
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const dialog = area.current?.closest('dialog')
    const endings = [
      listen(dialog, ['focusin'], ({ target }) => {
        const name = fieldAt(target)
        if (name !== undefined) setLast(name)
      }),
      listen(dialog, ['dragover', 'drop'], (event) => {
        const name = fieldAt(event.target)
        if (name === undefined || !event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        const [file] = event.dataTransfer.files
        if (event.type === 'drop' && file) take(file, name)
      }),
    ]
    return () => endings.forEach((end) => end())
  }, [area])
  return last
}

/** The variable of a field that accepts any text. */
function fieldAt(target: EventTarget | null): string | undefined {
  const field = target instanceof Element ? target.closest('[data-variable] textarea') : null
  return field instanceof HTMLTextAreaElement ? field.name : undefined
}

/** Lets the user choose a file. Returns undefined if none is chosen. */
export function chooseFile(): Promise<File | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}

/** Reads a text file in UTF-8, up to the length of a prompt. */
export async function readTextFile(
  file: File,
): Promise<{ text: string } | { problem: TextFileProblem }> {
  if (file.size > limits.promptLength * characterSize) return { problem: 'tooLong' }
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return { problem: 'readFailed' }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) return { problem: 'notText' }
    return text.length > limits.promptLength ? { problem: 'tooLong' } : { text }
  } catch {
    return { problem: 'notText' }
  }
}
