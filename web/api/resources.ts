/** Resources that queries show and mutations make stale. `counts`: the numbers of folders and prompts per folder. */
export type Resource =
  | 'prompts'
  | 'folders'
  | 'counts'
  | 'profile'
  | 'plans'
  | 'credits'
  | 'sessions'
  | 'factors'
  | 'tokens'
  | 'apps'
  | 'value-sets'
  | 'my-values'
  | 'uses'
  | 'trash'
  | 'versions'
  | 'models'
  | 'runs'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { shows?: readonly Resource[] }
    mutationMeta: { changes?: readonly Resource[] }
  }
}
