import { isErrorCode } from '#contract/core/errors.ts'
import {
  CommandError,
  exitCodes,
  LogInError,
  UsageError,
  WriteError,
} from '#cli/core/define-command.ts'
import { CallError, UnreachableError } from '#cli/server/make-client.ts'
import { StoppedError } from '#cli/terminal/screen.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

type Description = { code?: string; message: string; exitCode: number }

/** Describes an error, and determines the exit code. */
export function describeError(error: unknown, texts: Texts): Description {
  if (error instanceof CallError) return describeCall(error, texts)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof StoppedError) {
    return { message: texts.failed.stopped, exitCode: exitCodes.stopped }
  }
  if (error instanceof UsageError) return { message, exitCode: exitCodes.misused }
  if (error instanceof LogInError) {
    return { code: 'not_logged_in', message, exitCode: exitCodes.loggedOut }
  }
  if (error instanceof UnreachableError) {
    return {
      code: 'unreachable',
      message: describeUnreachable(error, texts),
      exitCode: exitCodes.failed,
    }
  }
  if (error instanceof WriteError) {
    const text = fillText(texts.failed.notWritten, { reason: message })
    return { message: text, exitCode: exitCodes.failed }
  }
  if (error instanceof CommandError) return { message, exitCode: exitCodes.failed }
  if (error instanceof Error && 'syscall' in error) {
    // Such as a full disk, or a directory that the user cannot access.
    const { path: file } = error as NodeJS.ErrnoException
    const reason = reasonOf(error, texts)
    const text = file === undefined ? texts.failed.system : texts.failed.systemFile
    return { message: fillText(text, { reason, file: file ?? '' }), exitCode: exitCodes.failed }
  }
  // Any other error is a bug, so the whole stack helps.
  const stack = error instanceof Error ? (error.stack ?? message) : message
  return { message: stack, exitCode: exitCodes.failed }
}

function describeUnreachable({ url, message: code }: UnreachableError, texts: Texts): string {
  const reasons: Record<string, string> = texts.network
  // Errors without a code, such as a broken stream, are in English.
  const known = reasons[code] ?? (/^[A-Z_]+$/.test(code) ? undefined : texts.network.ECONNRESET)
  const plain = url.replace(/^https:/, 'http:')
  const reason = known === undefined ? code : `${fillText(known, { plain })} (${code})`
  return fillText(texts.failed.unreachable, { url, reason })
}

/** The reason of a system error, in words if its code is a common one. */
export function reasonOf(error: unknown, texts: Texts): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = texts.reasons
  return reasons[code] ?? (code || message)
}

const conflicts = new Set(['prompt_changed', 'changed_elsewhere'])

function describeCall({ status, failure }: CallError, texts: Texts): Description {
  if (failure === undefined) {
    return { message: fillText(texts.failed.strange, { status }), exitCode: exitCodes.failed }
  }
  const { code, msg, limit = '' } = failure
  const own: Record<string, string> = texts.failed.calls
  const known = isErrorCode(code) ? texts.ofErrors[code] : undefined
  const message = fillText(own[code] ?? known ?? msg, { limit })
  if (status === 401) return { code, message, exitCode: exitCodes.loggedOut }
  return { code, message, exitCode: conflicts.has(code) ? exitCodes.conflict : exitCodes.failed }
}
