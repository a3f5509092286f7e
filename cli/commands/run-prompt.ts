import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isErrorCode } from '#contract/core/errors.ts'
import { runCalls, type RunEnd } from '#contract/runs/runs.ts'
import {
  CommandError,
  exitCodes,
  ReaderGoneError,
  WriteError,
  type Command,
  type Connection,
  type Context,
  type Report,
} from '#cli/core/define-command.ts'
import { chooseModel, loadModels, type Model } from '#cli/prompts/choose-model.ts'
import { fillingOptions, fillInOperands, type FilledIn } from '#cli/prompts/fill-operands.ts'
import { tableWidth } from '#cli/prompts/prompt-rows.ts'
import { readConfig, writeConfig } from '#cli/server/config-file.ts'
import { CallError, UnreachableError } from '#cli/server/make-client.ts'
import { readLines } from '#cli/server/read-lines.ts'
import { formatRows } from '#cli/terminal/show-text.ts'
import { fillText } from '#cli/core/texts.ts'

export const runPrompt: Command = {
  name: 'run',
  // None: the user picks from a list.
  operands: { least: 0, most: Number.POSITIVE_INFINITY },
  takes: ['prompt', 'value'],
  options: {
    ...fillingOptions,
    model: { hasValue: true, takes: 'model', short: 'm' },
    models: {},
  },
  async run(context, { operands, text, has }) {
    const connection = context.connect()
    const { client } = connection
    const models = await loadModels(client)
    const last = readLastModel(connection, context)
    const model = chooseModel(models, { named: text('model'), last }, context.texts)
    if (has('models')) return listModels(models, model, context)
    const filled = await fillInOperands(context, client, operands, text('set'))
    keepLastModel(connection, model, context)
    return execute(context, connection, filled, model)
  },
}

/** In characters, and in connections: a server may send an endless text, or break off endlessly. */
const longestRun = { answer: 16_000_000, connections: 1000 }
/** Retry delays for a broken stream, in milliseconds. */
const retryDelays = [300, 1000, 3000, 6000, 10_000]

/** Runs a prompt, and prints the answer as it arrives. */
async function execute(
  context: Context,
  { client, server }: Connection,
  { prompt, text, values }: FilledIn,
  model: Model,
): Promise<Report> {
  const { texts, isForPrograms, write, say } = context
  let runId: string | undefined
  let answer = ''
  let isReaderGone = false
  const stopping = listenForStop(
    () => void (runId !== undefined && client(runCalls.stopRun, { runId }).catch(() => {})),
  )
  const show = async (part: string) => {
    answer += part
    if (isForPrograms || isReaderGone) return
    await write(part).catch((error: unknown) => {
      if (error instanceof WriteError) {
        // The model continues: its answer is paid for, and stored.
        throw new CommandError(fillText(texts.run.notWritten, { reason: error.message }))
      }
      if (!(error instanceof ReaderGoneError)) throw error
      isReaderGone = true
      stopping.stop()
    })
  }
  try {
    if (process.stderr.isTTY) say(fillText(texts.run.asking, { model: model.name }))
    const input = {
      // A repeated request starts and costs nothing.
      attempt: randomBytes(16).toString('hex'),
      promptId: prompt.id,
      values: Array.from(values, ([name, value]) => ({ name, value })),
      text,
      model: model.modelId,
      connectionId: model.connection?.id ?? null,
    }
    const start = () => client(runCalls.startRun, input)
    const started = await start().catch(async (error: unknown) => {
      if (!(error instanceof UnreachableError)) throw error
      await delay(1000)
      return start()
    })
    runId = started.runId
    if (stopping.isStopped()) stopping.stop()
    const end = await follow(runId)
    const isOpen = !isForPrograms && answer !== '' && !answer.endsWith('\n')
    if (isOpen) await show('\n')
    return toReport(end)
  } finally {
    stopping.close()
  }

  async function follow(id: string): Promise<RunEnd> {
    for (let [failures, connections] = [0, 0]; ; failures++, connections++) {
      try {
        for await (const line of readLines(server, runCalls.followRun, {
          runId: id,
          from: answer.length,
        })) {
          failures = 0
          if ('text' in line) await show(line.text)
          else if ('end' in line) return line.end
          if (answer.length > longestRun.answer) throw new CommandError(texts.run.lost)
        }
      } catch (error) {
        // A restarting server refuses calls for a moment.
        const isFinal = error instanceof CallError && error.status < 500
        if (isFinal || !(error instanceof CallError || error instanceof UnreachableError)) {
          throw error
        }
      }
      const pause = retryDelays[failures]
      if (pause === undefined || connections >= longestRun.connections)
        throw new CommandError(texts.run.lost)
      if (failures === 1) say(texts.run.again)
      await delay(pause)
    }
  }

  function exitCodeOf(state: RunEnd['state']): number {
    if (state === 'done' || isReaderGone) return 0
    // It may also have been stopped in the browser.
    const isOurs = state === 'stopped' && stopping.isStopped()
    return isOurs ? exitCodes.stopped : exitCodes.failed
  }

  function toReport(end: RunEnd): Report {
    const { state, error, isCut, credits } = end
    // A server without plans records credits, but has no balance.
    const left = model.credits === null ? null : end.left
    const cost = credits && left !== null ? fillText(texts.run.cost, { credits, left }) : ''
    const why = error !== null && isErrorCode(error) ? texts.ofErrors[error] : texts.run.failed
    const lastLine = {
      running: '',
      done: process.stderr.isTTY ? `${model.name} ${cost && `· ${cost}`}`.trim() : '',
      stopped: `${texts.failed.stopped} ${cost}`.trim(),
      failed: `${fillText(why, { limit: '' })} ${cost}`.trim(),
    }[state]
    if (isCut) say(texts.run.cut)
    // Once the pipe is closed, no one reads the answer.
    if (lastLine !== '' && !isReaderGone) say(lastLine)
    return {
      text: '',
      json: { runId, id: prompt.id, model: model.word, answer, ...end, left },
      exitCode: exitCodeOf(state),
    }
  }
}

type Stopping = {
  stop: () => void
  isStopped: () => boolean
  close: () => void
}

/** Calls back on Ctrl+C or when the terminal closes. A second Ctrl+C ends the program. */
function listenForStop(stopRun: () => void): Stopping {
  let isStopped = false
  const stop = () => {
    isStopped = true
    stopRun()
  }
  const interrupted = () => {
    if (isStopped) process.exit(130)
    stop()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, interrupted)
  return {
    stop,
    isStopped: () => isStopped,
    close() {
      for (const signal of signals) process.off(signal, interrupted)
    },
  }
}

function listModels(models: readonly Model[], used: Model, { texts }: Context): Report {
  const rows = models.map(({ key, word, name, connection, credits }) => [
    key === used.key ? '*' : ' ',
    word,
    name,
    connection?.name ?? (credits === null ? '' : fillText(texts.run.price, { credits })),
  ])
  const json = models.map(({ word, name, connection, credits, key }) => ({
    model: word,
    name,
    connection: connection?.name ?? null,
    credits,
    isUsed: key === used.key,
  }))
  return { text: formatRows(rows, tableWidth()), json: { models: json } }
}

/** The last model used with this server; servers from the environment have none. */
function readLastModel(
  { server }: Connection,
  { environment, texts }: Context,
): string | undefined {
  if (server.name === undefined) return undefined
  const last = readConfig(environment, texts).servers[server.name]?.['model']
  return typeof last === 'string' ? last : undefined
}

function keepLastModel({ server }: Connection, { key }: Model, context: Context): void {
  const { environment, texts } = context
  if (server.name === undefined) return
  const config = readConfig(environment, texts)
  const stored = config.servers[server.name]
  if (stored === undefined || stored['model'] === key) return
  config.servers[server.name] = { ...stored, model: key }
  writeConfig(environment, config)
}
