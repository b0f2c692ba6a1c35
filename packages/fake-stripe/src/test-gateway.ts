import type { TestGateway } from '@fanlight/server/platform/demo'
import { webhookSecret } from './keys.ts'
import { testGatewayHost } from './listener.ts'
import { registerPages } from './pages.ts'
import { registerEndpoint } from './send-webhooks.ts'

/** What the server knows of this gateway. Its webhooks go out when `deliverTestWebhooks` runs. */
export const testGateway: TestGateway = { webhookSecret, host: testGatewayHost, registerPages, registerEndpoint }
