import { cardGateway } from '@fanlight/contract/payments'
import { z } from 'zod'
import { job } from '../../../platform/jobs/jobs.ts'

export const settleGatewayObjectJob = job(
  'settle-gateway-object',
  z.object({ gateway: cardGateway, objectRef: z.string() }),
)
export const removeCardJob = job('remove-card', z.object({ gateway: cardGateway, cardRef: z.string() }))
/** Buys what a payment was made for. */
export const makePurchaseJob = job('make-purchase', z.object({ paymentId: z.uuid() }))
