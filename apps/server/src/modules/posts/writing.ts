import type { writePost } from '@fanlight/contract/posts'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { refuse, refuseField, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { clean } from './rich-text.ts'
import * as store from './store.ts'

interface Staff {
  viewer: SignedIn
  requestId: string
}

/** Writes one language of a page. Pages that were drawn with the words before are forgotten everywhere. */
export const write = (
  ctx: Context,
  { viewer, requestId }: Staff,
  place: store.Place,
  { version, ...text }: z.output<(typeof writePost)['body']>,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const html = clean(text.html)
    if (html === '') refuseField('INVALID_INPUT', 'html')
    const before = await store.locked(tx, place)
    refuseIf(version !== undefined && version !== (before?.version ?? null), 'CONFLICT')
    await store.write(tx, place, { ...text, html }, viewer.id)
    await audit(tx, viewer, requestId, {
      action: before?.isPublished && !text.isPublished ? 'post.unpublished' : 'post.written',
      target: targetOf(place),
      ...(before && { before: withoutVersion(before) }),
      after: { title: text.title, summary: text.summary, html, isPublished: text.isPublished },
    })
    if (before?.isPublished || text.isPublished) await tellChanged(tx, place)
  })

/** Takes away what was written there. Who comes second finds nothing. */
export const remove = (ctx: Context, { viewer, requestId }: Staff, place: store.Place): Promise<void> =>
  ctx.transaction(async (tx) => {
    const before = await store.locked(tx, place)
    if (!before) refuse('NOT_FOUND')
    await store.remove(tx, place)
    await audit(tx, viewer, requestId, {
      action: 'post.removed',
      target: targetOf(place),
      before: withoutVersion(before),
    })
    if (before.isPublished) await tellChanged(tx, place)
  })

const tellChanged = (tx: Context, { slug, locale }: store.Place) => publish(tx, 'post.changed', { slug, locale })
const targetOf = ({ slug, locale }: store.Place) => ({ type: 'post', id: `${slug}/${locale}` })
const withoutVersion = ({ version: _version, ...text }: store.LockedText) => ({ ...text })
