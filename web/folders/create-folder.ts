import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '#contract/call.ts'
import { folderCalls } from '#contract/folders.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { send } from '#web/api/send.ts'

export function useCreateFolder() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (input: InputOf<typeof folderCalls.createFolder>) =>
      send(folderCalls.createFolder, { ...input, attempt }),
  })
}
