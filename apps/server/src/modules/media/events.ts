import { fileStatusReply } from '@fanlight/contract/media'
import { z } from 'zod'
import { event, id } from '../../platform/events/events.ts'

const file = z.object({ fileId: id, ownerId: id })
const forPurpose = file.extend({ purpose: z.string() })

export const fileProgressed = event('file.progressed', fileStatusReply.extend({ fileId: id, ownerId: id }), {
  to: ['ownerId'],
})
export const fileReady = event('file.ready', forPurpose)
/** It is under a withdrawn consent. */
export const fileBlocked = event('file.blocked', forPurpose)
export const fileCaptioned = event('file.captioned', file)
export const fileDescribed = event('file.described', file)
