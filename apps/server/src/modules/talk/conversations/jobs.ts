import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

export const fetchLinkPreviewJob = job('fetch-link-preview', z.object({ messageId: id }), {
  attemptsMax: 2,
  formerly: ['fetch_link_preview'],
})
export const sendWelcomeMessageJob = job(
  'send-welcome-message',
  z.object({ subscriptionId: id, userId: id, performerId: id }),
  { formerly: ['send_welcome_message'] },
)
