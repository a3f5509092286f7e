import { useState } from 'react'
import { NavigationType, useNavigationType, useSearchParams } from 'react-router'
import { isSearchable } from '#contract/library/search/searchable.ts'
import { searchCode } from './search/search-code.ts'
import { filterNames } from './search/filter-names.ts'

const parameter = 'search'

/**
 * The text in the search box, and the search derived from it. The search is stored in the address, so that going
 * back restores it. Under three characters the last search stays; an empty box ends it.
 */
export function useSearchText() {
  const [parameters, setParameters] = useSearchParams()
  const navigationType = useNavigationType()
  const address = parameters.get(parameter) ?? ''
  const [lastAddress, setLastAddress] = useState(address)
  const [text, setText] = useState(address)
  const [search, setSearch] = useState(address)

  // The router may lag some keys behind. Replaced text was typed here; anything else is an opened
  // folder, or a step in the history.
  if (address !== lastAddress) {
    setLastAddress(address)
    if (navigationType !== NavigationType.Replace) {
      setText(address)
      setSearch(address)
    }
  }

  function changeText(next: string) {
    // Fetched before the third letter, which needs it.
    searchCode.prefetch()
    setText(next)
    const wanted = next.trim() === '' ? '' : isSearchable(next) ? next.trim() : search
    if (wanted === search) return
    setSearch(wanted)
    setParameters(
      (current) => {
        if (wanted === '') for (const name of [parameter, ...filterNames]) current.delete(name)
        else current.set(parameter, wanted)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return { text, search, changeText }
}
