/** What queries show and changes make stale. `counts`: how many folders and prompts there are, and where. */
export type Resource =
  | 'prompts'
  | 'folders'
  | 'counts'
  | 'profile'
  | 'plans'
  | 'credits'
  | 'sessions'
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
