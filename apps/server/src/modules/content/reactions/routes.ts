import * as contract from '@fanlight/contract/reactions'
import { route } from '../../../platform/http/http.ts'
import { react, unreact } from './reacting.ts'

export const reactionRoutes = [
  route(contract.react, async (ctx, { viewer, body }) => {
    await react(ctx, viewer, body)
    return { data: { ...body, active: true } }
  }),
  route(contract.unreact, async (ctx, { viewer, body }) => {
    await unreact(ctx, viewer, body)
    return { data: { ...body, active: false } }
  }),
]
