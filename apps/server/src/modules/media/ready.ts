import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import * as store from './store.ts'

/** The last step of every kind, in the transaction that shows it. */
export async function becomeReady(
  tx: Context,
  file: store.FileRow,
  metadata: Parameters<typeof store.setReady>[2],
): Promise<void> {
  await store.setReady(tx, file.id, metadata)
  if (file.purpose === 'avatar' || file.purpose === 'cover' || file.purpose === 'welcome-video')
    await store.setProfileFile(tx, file.purpose, file.ownerId, file.id)
  await publish(tx, 'file.progressed', {
    fileId: file.id,
    ownerId: file.ownerId,
    status: 'ready',
    progress: 100,
    errorCode: null,
  })
  await publish(tx, 'file.ready', { fileId: file.id, ownerId: file.ownerId, purpose: file.purpose })
}
