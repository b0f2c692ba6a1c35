import type { Context } from '../../../platform/context.ts'
import { publish, publishAll } from '../../../platform/events/events.ts'
import * as store from '../store.ts'
import { fileBlocked, fileProgressed, fileReady } from '../events.ts'

/** Why a file is blocked that shows a person who withdrew their consent. */
export const consentWithdrawnCode = 'CONSENT_WITHDRAWN'

type ReadyFile = Pick<store.FileRow, 'id' | 'ownerId' | 'purpose'>

/** The last step of every kind, in the transaction that shows it. A copy of what is under withdrawn consent becomes blocked instead. */
export async function becomeReady(
  tx: Context,
  file: store.FileRow,
  metadata: Parameters<typeof store.setReady>[2],
): Promise<void> {
  const status = await store.setReady(tx, file.id, metadata)
  await (status === 'ready' ? announceReady(tx, file) : announceBlocked(tx, [file]))
}

/** A file can be shown: an avatar, cover or welcome video becomes the account's own. */
export async function announceReady(tx: Context, file: ReadyFile): Promise<void> {
  if (file.purpose === 'avatar' || file.purpose === 'cover' || file.purpose === 'welcome-video')
    await store.setProfileFile(tx, file.purpose, file.ownerId, file.id)
  await publish(tx, fileProgressed, {
    fileId: file.id,
    ownerId: file.ownerId,
    status: 'ready',
    progress: 100,
    errorCode: null,
  })
  await publish(tx, fileReady, { fileId: file.id, ownerId: file.ownerId, purpose: file.purpose })
}

/** Files under withdrawn consent: pages and caches show them no longer. */
export async function announceBlocked(tx: Context, files: readonly ReadyFile[]): Promise<void> {
  await publishAll(
    tx,
    fileBlocked,
    files.map(({ id, ownerId, purpose }) => ({ fileId: id, ownerId, purpose })),
  )
  await publishAll(
    tx,
    fileProgressed,
    files.map(({ id, ownerId }) => ({
      fileId: id,
      ownerId,
      status: 'blocked',
      progress: 0,
      errorCode: consentWithdrawnCode,
    })),
  )
}
