import { type MessageReader, sendOn } from '../../platform/sockets/declarations.ts'
import { fileProgressed } from './events.ts'

export const mediaMessages: MessageReader[] = [
  sendOn(fileProgressed, (_ctx, { ownerId, ...data }) => [
    { room: `account:${ownerId}`, name: 'file/progressed', data },
  ]),
]
