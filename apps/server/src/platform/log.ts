import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { openLogFile } from './process/log-file.ts'
import { sourceStack } from './process/source-stack.ts'

// Headers and fields that carry secrets never reach a log.
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  ...['password', 'currentPassword', 'token', 'secret'].flatMap((name) => [name, `*.${name}`]),
]

/**
 * What a log keeps of an error. Libraries hang whole connections, requests and their secrets on their errors; those stay out.
 * PostgreSQL's own fields help to find a bug; `detail` is not among them, because it quotes rows.
 */
export function plainError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table, routine, syscall } = error as Error & Record<string, unknown>
  const cause = error.cause !== undefined && depth < 3 ? plainError(error.cause, depth + 1) : undefined
  return {
    type: error.constructor.name,
    message: error.message,
    ...Object.fromEntries(
      Object.entries({ code, constraint, table, routine, syscall }).filter(([, value]) => typeof value === 'string'),
    ),
    stack: sourceStack(error),
    ...(cause && { cause }),
  }
}

/** One JSON object a line: into the data folder under `npm start`, else to standard output; readable text in a terminal. */
export function newLog(config: Config): Logger {
  const options = { level: config.logLevel, redact, serializers: { err: plainError } }
  if (config.logFile) return pino(options, openLogFile(config.logFile))
  const pretty = config.mode === 'demo' && process.stdout.isTTY
  return pino({
    ...options,
    ...(pretty && { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }),
  })
}
