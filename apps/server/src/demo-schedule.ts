import { loadDemoWorld } from '../../../demo/seed.ts'
import { deliverTestWebhooks } from './modules/payments/fake-stripe/send-webhooks.ts'
import { every, type ScheduledJob } from './platform/scheduled-jobs.ts'

// What runs on a clock in demo mode only.
export const demoSchedule: ScheduledJob[] = [
  every('1 second', 'deliver-test-webhooks', deliverTestWebhooks),
  every('2 seconds', 'load-demo-world', loadDemoWorld),
]
