import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const decided = z.object({ accountId: id, number: z.string(), caseId: id.optional() })

export const reportDecided = event('report.decided', decided)
export const appealDecided = event('appeal.decided', decided)
