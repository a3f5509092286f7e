import { queryOptions } from '@tanstack/react-query'
import { versionCalls } from '#contract/library/versions.ts'
import { send } from '#web/api/send.ts'

/** Fetches the versions of a prompt, newest first. */
export function versionListQuery(promptId: string) {
  return queryOptions({
    queryKey: ['library', 'versions', promptId],
    meta: { shows: ['versions', 'prompts'] },
    queryFn: ({ signal }) => send(versionCalls.listVersions, { promptId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Fetches the texts of a version, which never change. */
export function versionQuery(promptId: string, number: number) {
  return queryOptions({
    queryKey: ['library', 'version', promptId, number],
    queryFn: async ({ signal }) =>
      (await send(versionCalls.getVersion, { promptId, number }, { signal })).version,
    staleTime: Infinity,
  })
}
