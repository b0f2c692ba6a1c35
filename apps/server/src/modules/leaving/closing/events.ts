import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const account = z.object({ accountId: id })

export const accountClosing = event('account.closing', account)
export const accountClosingCancelled = event('account.closing_cancelled', account)
export const accountClosed = event('account.closed', account)
