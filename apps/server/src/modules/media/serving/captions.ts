import { captionBytesMax, captionLocalesMax } from '@fanlight/contract/media'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse, refuseField, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { captionsName } from '../names.ts'
import * as store from '../store.ts'
import { CaptionError, readCaptions, writeCaptions } from './webvtt.ts'
import { fileCaptioned } from '../events.ts'

// Captions of one's own videos, one WebVTT a language. They are served beside the video's other variants (serve.ts).

interface Captions {
  label: string
  vtt: string
}

export async function captionsOf(ctx: Context, owner: SignedIn, fileId: string, locale: string) {
  const file = await store.fileById(ctx, fileId)
  if (file?.ownerId !== owner.id) refuse('NOT_FOUND')
  return (await store.captionsIn(ctx, fileId, locale)) ?? refuse('NOT_FOUND')
}

/** Adds captions in a language, or replaces them. */
export async function putCaptions(ctx: Context, owner: SignedIn, fileId: string, locale: string, given: Captions) {
  if (Buffer.byteLength(given.vtt) > captionBytesMax)
    refuseField('TOO_LARGE', 'vtt', undefined, { bytesMax: captionBytesMax })
  const vtt = checked(given.vtt)
  await ctx.transaction(async (tx) => {
    await lockOwnVideo(tx, owner, fileId)
    const others = (await store.captionLocales(tx, fileId)).filter((other) => other !== locale)
    if (others.length >= captionLocalesMax) refuseRule('locale', 'CAPTIONS_FULL', captionLocalesMax)
    await store.putCaptions(tx, fileId, { locale, label: given.label, vtt })
    await publish(tx, fileCaptioned, { fileId, ownerId: owner.id })
  })
  return { locale, label: given.label, name: captionsName(locale) }
}

export function removeCaptions(ctx: Context, owner: SignedIn, fileId: string, locale: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await lockOwnVideo(tx, owner, fileId)
    if (!(await store.deleteCaptions(tx, fileId, locale))) refuse('NOT_FOUND')
    await publish(tx, fileCaptioned, { fileId, ownerId: owner.id })
  })
}

async function lockOwnVideo(tx: Context, owner: SignedIn, fileId: string): Promise<void> {
  const file = await store.lockFile(tx, fileId)
  if (file?.ownerId !== owner.id || file.status === 'deleted') refuse('NOT_FOUND')
  refuseIf(file.kind !== 'video', 'UNSUPPORTED_MEDIA')
  refuseIf(file.status === 'blocked' || file.status === 'failed', 'FILE_UNUSABLE')
}

function checked(vtt: string): string {
  try {
    return writeCaptions(readCaptions(vtt))
  } catch (error) {
    if (error instanceof CaptionError) refuseRule('vtt', 'CAPTIONS_SHAPE', error.line)
    throw error
  }
}
