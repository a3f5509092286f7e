import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isSearchable } from '#contract/search.ts'

const parameter = 'search'

/**
 * The text in the search box, and the search that it stands for. The search is kept in the address,
 * so that going back to it finds it again. Under three characters nothing new is searched for; an
 * empty box ends the search (spec §4).
 */
export function useSearchText() {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get(parameter) ?? ''
  const [text, setText] = useState(search)
  const [ownSearch, setOwnSearch] = useState(search)

  // Another address than the one written here: a folder was opened, or history was travelled.
  if (search !== ownSearch) {
    setOwnSearch(search)
    setText(search)
  }

  function changeText(next: string) {
    setText(next)
    const wanted = next.trim() === '' ? '' : isSearchable(next) ? next.trim() : search
    if (wanted === search) return
    setOwnSearch(wanted)
    setParameters(
      (current) => {
        if (wanted === '') current.delete(parameter)
        else current.set(parameter, wanted)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return { text, search, changeText }
}
