import { pageInfo } from '../page.ts'
import { loadMessages } from './messages.client.ts'

export const everywhere = ['ui'] as const

/** Client middleware of an area: its messages are there before its first page is rendered. */
export const withMessages =
  (...names: string[]) =>
  async (_args: unknown, next: () => Promise<unknown>): Promise<void> => {
    await needMessages(...names)
    await next()
  }

/** Fetches message files for a piece that comes later than its page. */
export const needMessages = (...names: string[]): Promise<void> => loadMessages(pageInfo().locale, names)
