import { fileStatusReply } from '@fanlight/contract/media'
import { z } from 'zod'
import type { Topics } from '../../platform/sockets.ts'

const progressed = fileStatusReply.extend({ fileId: z.uuid(), ownerId: z.uuid() })

export const mediaTopics: Topics = {
  'file.progressed': (_ctx, fact) => {
    const { ownerId, ...data } = progressed.parse(fact.payload)
    return [{ room: `account:${ownerId}`, name: 'file/progressed', data }]
  },
}
