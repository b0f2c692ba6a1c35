import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

// Headers and fields that carry secrets never reach a log.
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'password',
  '*.password',
  'token',
  '*.token',
  '*.currentPassword',
]

export function newLog(config: Config): Logger {
  const pretty = config.mode === 'demo' && process.stdout.isTTY
  return pino({
    level: config.logLevel,
    redact,
    ...(pretty && { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }),
  })
}
