import { useSearchParams } from 'react-router'
import type { SearchScope } from '#web/library/search-library.ts'
import { filterNames, type FilterName } from './filter-names.ts'

/** The filters of the search on screen, stored in the address, and the folder that they limit it to. */
export function useSearchScope() {
  const [parameters, setParameters] = useSearchParams()
  const folderId = parameters.get('folderId')
  const active = filterNames.filter(
    (name) => parameters.get(name) === '1' && (name !== 'inFolder' || folderId !== null),
  )
  const scope: SearchScope = {}
  for (const name of active) {
    if (name !== 'inFolder') scope[name] = '1'
    else if (folderId !== null) scope.folderId = folderId
  }

  function toggle(...names: FilterName[]) {
    setParameters(
      (current) => {
        for (const name of names) {
          if (current.has(name)) current.delete(name)
          else current.set(name, '1')
        }
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { isInFolder: folderId !== null, active, scope, toggle }
}
