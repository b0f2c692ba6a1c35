import { ConfigError } from '../config.ts'
import { Refusal } from '../refusal.ts'

/** What went wrong, for the person at the terminal; a stack only where it is a bug. */
export function plainMessage(error: unknown): string {
  const { code, path, message, stack } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return `The disk is full${path ? ` (${path})` : ''}. Free some space and start again.`
  if (path && (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')) return `This account may not use ${path}.`
  if (code === 'ECONNREFUSED') return `No database answers (${message}).`
  const isExpected =
    code !== undefined ||
    error instanceof ConfigError ||
    error instanceof Refusal ||
    (error as Error).constructor === Error
  return isExpected ? message : (stack ?? message)
}
