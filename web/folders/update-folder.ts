import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '#contract/call.ts'
import { folderCalls } from '#contract/folders.ts'
import { send } from '#web/api/send.ts'

export function useUpdateFolder() {
  return useMutation({
    mutationFn: (input: InputOf<typeof folderCalls.updateFolder>) =>
      send(folderCalls.updateFolder, input),
  })
}
