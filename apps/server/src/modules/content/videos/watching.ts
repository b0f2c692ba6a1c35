import type { WatchedVideo } from '@fanlight/contract/home'
import type { MediaFile } from '@fanlight/contract/media'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { visibleItems } from '../items/view-item.ts'
import { presentVideo } from './present.ts'
import { type VideoRow, videoTable } from './video-rows.ts'

/** So many of the last watched are looked at, for those that may still be watched. */
const lookedAt = 12

/** Videos in which the viewer stopped, the last watched first: those that they may know of and watch now. */
export async function videosToContinue(ctx: Context, viewer: SignedIn, max: number): Promise<WatchedVideo[]> {
  const kept = await rows(
    ctx.db,
    sql<{ id: string; seconds: number }>`SELECT item_id AS id, seconds FROM watch_positions
      WHERE account_id = ${viewer.id} ORDER BY updated_at DESC, item_id LIMIT ${lookedAt}`,
  )
  const seconds = new Map(kept.map((entry) => [entry.id, entry.seconds]))
  const found = await visibleItems<VideoRow>(ctx, viewer, videoTable, [...seconds.keys()])
  return found
    .filter(({ item, verdict }) => verdict.granted && (item.status === 'published' || item.status === 'archived'))
    .flatMap(({ item, verdict }) => {
      const { _id, title, performer, files, thumbnail } = presentVideo(ctx, viewer, item, verdict)
      const [main] = files
      if (!main || !isWatchable(main)) return []
      const position = seconds.get(_id)!
      const length =
        main.durationMs === undefined || main.durationMs === null ? null : Math.ceil(main.durationMs / 1000)
      const { _id: performerId, name, username, avatar, isVerified } = performer
      return [
        {
          _id,
          title,
          performer: { _id: performerId, name, username, avatar, isVerified },
          image: thumbnail ?? main,
          position,
          length,
        },
      ]
    })
    .slice(0, max)
}

/** Its file may have been taken down. */
const isWatchable = (file: MediaFile) => !file.isLocked && file.status !== 'blocked' && file.status !== 'deleted'
