import type { writePost } from '@fanlight/contract/pages'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse, refuseField, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { clean } from './rich-text.ts'
import * as store from './store.ts'
import { pageChanged } from './events.ts'

interface Staff {
  viewer: SignedIn
  requestId: string
}

/** Saves one language version of a page. Cached pages rendered with the previous text are invalidated everywhere. */
export const write = (
  ctx: Context,
  { viewer, requestId }: Staff,
  location: store.PageLocation,
  { version, ...text }: z.output<(typeof writePost)['body']>,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const html = clean(text.html)
    if (html === '') refuseField('INVALID_INPUT', 'html')
    const before = await store.locked(tx, location)
    refuseIf(version !== undefined && version !== (before?.version ?? null), 'CONFLICT')
    await store.write(tx, location, { ...text, html }, viewer.id)
    await audit(tx, viewer, requestId, {
      action: before?.isPublished && !text.isPublished ? 'post.unpublished' : 'post.written',
      target: targetOf(location),
      ...(before && { before: withoutVersion(before) }),
      after: { title: text.title, summary: text.summary, html, isPublished: text.isPublished },
    })
    if (before?.isPublished || text.isPublished) await publishChanged(tx, location)
  })

/** Deletes the text. A second concurrent request is refused with NOT_FOUND. */
export const remove = (ctx: Context, { viewer, requestId }: Staff, location: store.PageLocation): Promise<void> =>
  ctx.transaction(async (tx) => {
    const before = await store.locked(tx, location)
    if (!before) refuse('NOT_FOUND')
    await store.remove(tx, location)
    await audit(tx, viewer, requestId, {
      action: 'post.removed',
      target: targetOf(location),
      before: withoutVersion(before),
    })
    if (before.isPublished) await publishChanged(tx, location)
  })

const publishChanged = (tx: Context, { slug, locale }: store.PageLocation) => publish(tx, pageChanged, { slug, locale })
const targetOf = ({ slug, locale }: store.PageLocation) => ({ type: 'post', id: `${slug}/${locale}` }) as const
const withoutVersion = ({ version: _version, ...text }: store.LockedText) => ({ ...text })
