import { fileStatusReply } from '@fanlight/contract/media'
import { z } from 'zod'
import type { Topics } from '../../platform/live.ts'

const progressed = fileStatusReply.extend({ fileId: z.uuid(), ownerId: z.uuid() })

export const mediaTopics: Topics = {
  'file.progressed': (_ctx, event) => {
    const { ownerId, ...data } = progressed.parse(event.payload)
    return [{ room: `account:${ownerId}`, name: 'file/progressed', data }]
  },
}
