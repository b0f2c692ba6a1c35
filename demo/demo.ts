import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { testGateway } from '@fanlight/fake-stripe/test-gateway'
import type { Demo } from '@fanlight/server/platform/demo'
import { every } from '@fanlight/server/platform/jobs/scheduled-jobs'
import { demoAccounts, removePublishedPasswords } from './accounts.ts'
import { keepRoomsLive, loops } from './live.ts'
import { notices } from './notices.ts'

/** What demo mode adds to the product: people and their content, and cards without real money. */
export const demo: Demo = {
  schedule: [
    every('1 second', 'deliver-test-webhooks', deliverTestWebhooks),
    every('3 seconds', 'keep-demo-rooms-live', keepRoomsLive),
    // Its texts and images are loaded by the process that needs them.
    every('2 seconds', 'load-demo-world', async (ctx) => (await import('./seed.ts')).loadDemoWorld(ctx)),
  ],
  accounts: demoAccounts,
  removePublishedPasswords,
  notices,
  loops,
  cards: testGateway,
}
