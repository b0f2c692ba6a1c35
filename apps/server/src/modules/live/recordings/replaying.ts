import { fromHundredths } from '@fanlight/contract/fields'
import type { Replay } from '@fanlight/contract/replays'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { viewItem } from '../../content/items/view-item.ts'
import { videoTable } from '../../content/videos/video-rows.ts'
import { lengthOf, momentOf, positionOf } from '../../media/recorded/segment-list.ts'
import { presentPublicMessages } from '../../talk/conversations/public-chat/present.ts'
import { saidBetween } from '../../talk/conversations/public-chat/replaying.ts'
import { type MarkerRow, markersOf } from '../markers/marking.ts'
import { chaptersOf, tipsAlong } from './chapters.ts'
import * as store from './store.ts'

// A video that was a stream: what the access policy says of the video holds for all that belongs to it.

async function replayOf(ctx: Context, viewer: Viewer, videoId: string) {
  const { verdict } = await viewItem(ctx, viewer, videoTable, videoId)
  const recording = (await store.ofVideo(ctx, videoId)) ?? refuse('NOT_FOUND')
  const [first, last] = [recording.parts[0], recording.parts.at(-1)]
  if (!first || !last) refuse('NOT_FOUND')
  // What is said after the end is no part of it, though the video may have been a moment late.
  const to = Math.min(last.to, recording.endedAt.getTime())
  return { ...recording, isOpen: verdict.granted, from: first.from, to }
}

export async function readReplay(ctx: Context, viewer: Viewer, videoId: string): Promise<Replay> {
  const { isOpen, parts, from, to, ...recording } = await replayOf(ctx, viewer, videoId)
  const positionAt = (moment: Date) => positionOf(parts, moment.getTime())
  const [given, goals, markers] = await Promise.all([
    store.tipsIn(ctx, recording.performerId, new Date(from), new Date(to)),
    store.goalsOf(ctx, recording.streamId),
    markersOf(ctx, recording.streamId),
  ])
  const tips = given.map(({ at, tokens, order }) => ({ at: positionAt(at), tokens: fromHundredths(tokens), order }))
  const duration = lengthOf(parts)
  const chapters = chaptersOf(
    tips,
    goals.map(({ title, tokens, createdAt, endedAt }) => ({
      title,
      tokens: fromHundredths(tokens),
      from: positionAt(createdAt),
      until: endedAt ? positionAt(endedAt) : duration,
    })),
    duration,
    markersIn(markers, { from, to }).map(({ createdAt, label }) => ({ at: positionAt(createdAt), label })),
  )
  return {
    videoId,
    startedAt: recording.startedAt.toISOString(),
    peakViewers: recording.peakViewers,
    duration,
    chapters: isOpen ? chapters : null,
    chapterCount: chapters.length,
    tips: isOpen ? tipsAlong(tips, duration) : null,
  }
}

/** What was cut away has no chapters. */
const markersIn = (markers: readonly MarkerRow[], { from, to }: { from: number; to: number }) =>
  markers.filter(({ createdAt }) => createdAt.getTime() >= from && createdAt.getTime() <= to)

/** Who is hidden from the viewer is left out, and what was deleted since. */
export async function readReplayChat(
  ctx: Context,
  viewer: Viewer,
  videoId: string,
  query: { from: number; after?: string | undefined; limit: number },
) {
  const { isOpen, parts, to, performerId } = await replayOf(ctx, viewer, videoId)
  if (!isOpen) refuse('NOT_FOUND')
  const found = await saidBetween(ctx, viewer, performerId, {
    from: new Date(momentOf(parts, query.from)),
    to: new Date(to),
    after: query.after,
    limit: query.limit,
  })
  const shown = await presentPublicMessages(ctx, idOf(viewer) ?? null, found)
  return shown.map((message) => ({ ...message, at: positionOf(parts, Date.parse(message.createdAt)) }))
}
