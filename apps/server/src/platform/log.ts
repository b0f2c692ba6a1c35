import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { openLogFile } from './log-file.ts'

// Headers and fields that carry secrets never reach a log.
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  ...['password', 'currentPassword', 'token', 'secret'].flatMap((name) => [name, `*.${name}`]),
]

/** One JSON object a line: into the data folder under `npm start`, else to standard output; readable text in a terminal. */
export function newLog(config: Config): Logger {
  const options = { level: config.logLevel, redact }
  if (config.logFile) return pino(options, openLogFile(config.logFile))
  const pretty = config.mode === 'demo' && process.stdout.isTTY
  return pino({
    ...options,
    ...(pretty && { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }),
  })
}
