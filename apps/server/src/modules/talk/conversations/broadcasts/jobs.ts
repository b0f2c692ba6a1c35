import { z } from 'zod'
import { id } from '../../../../platform/events/events.ts'
import { job } from '../../../../platform/jobs/jobs.ts'

const broadcast = z.object({ broadcastId: id })

export const sendBroadcastJob = job('send-broadcast', broadcast, { formerly: ['send_broadcast'] })
export const unsendBroadcastJob = job('unsend-broadcast', broadcast, { formerly: ['unsend_broadcast'] })
