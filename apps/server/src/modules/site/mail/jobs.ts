import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

export const sendMailJob = job('send-mail', z.object({ mailId: id }), { formerly: ['send_mail'] })
