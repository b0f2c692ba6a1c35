import { z } from 'zod'
import { id } from '../../platform/events.ts'
import { job } from '../../platform/jobs.ts'

export const sendMailJob = job('send-mail', z.object({ mailId: id }), { formerly: ['send_mail'] })
