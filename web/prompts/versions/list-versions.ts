import { versionCalls } from '#contract/library/versions.ts'
import { queryOf } from '#web/api/query-of.ts'

/** Fetches the versions of a prompt, newest first. */
export function versionListQuery(promptId: string) {
  return {
    ...queryOf(versionCalls.listVersions, { promptId }, ['versions', 'prompts']),
    staleTime: 0,
    gcTime: 0,
  }
}

/** Fetches the texts of a version, which never change. */
export function versionQuery(promptId: string, number: number) {
  return {
    ...queryOf(versionCalls.getVersion, { promptId, number }, [], ({ version }) => version),
    staleTime: Infinity,
  }
}
