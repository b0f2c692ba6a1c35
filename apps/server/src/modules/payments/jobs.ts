import { cardGateway } from '@fanlight/contract/payments'
import { z } from 'zod'
import type { JobTable } from '../../platform/queue.ts'
import { openGateway } from './open-gateway.ts'
import { settleObject } from './webhooks.ts'

const gatewayObject = z.object({ gateway: cardGateway, objectRef: z.string() })
const removedCard = z.object({ gateway: cardGateway, cardRef: z.string() })

export const paymentJobs: JobTable = {
  'settle-gateway-object': (ctx, payload) => settleObject(ctx, gatewayObject.parse(payload)),
  'remove-card': async (ctx, payload) => {
    const { gateway, cardRef } = removedCard.parse(payload)
    await openGateway(ctx, gateway).removeCard(cardRef)
  },
}
