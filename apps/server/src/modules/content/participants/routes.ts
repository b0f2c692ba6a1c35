import * as contract from '@fanlight/contract/participants'
import type { Context } from '../../../platform/context.ts'
import {
  afterRow,
  countRows,
  cutByDate,
  inOrder,
  type Page,
  pageOf,
  positionOf,
  type Sorted,
} from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { parseFields, route } from '../../../platform/http/http.ts'
import { requestContextOf } from '../../people/accounts/auth/cookies.ts'
import { readUpload } from '../../people/verifications/documents.ts'
import { addParticipant, inviteAgain, removeParticipant } from './inviting.ts'
import { creatorsOf, presentParticipant, presentRequest, presentReview, presentReviewed } from './present.ts'
import * as review from './review.ts'
import { consentOf, releaseOf, requireOpen, sign, signRequest } from './signing.ts'
import * as store from './store.ts'
import { revokeByStaff, withdrawByLink, withdrawRequest } from './withdrawal.ts'

const linkOf = (secret: string): string => `/consent/${secret}`

export const participantRoutes = [
  route(contract.addParticipant, async (ctx, { viewer, body }) => {
    return { data: presentParticipant(await addParticipant(ctx, viewer, body)) }
  }),
  route(contract.listParticipants, async (ctx, { viewer, query }) => {
    const { found, ...list } = await page<store.ParticipantRow>(ctx, query, {
      columns: store.participantColumns,
      from: store.ownFrom(viewer.id, query),
    })
    return { data: found.map(presentParticipant), ...list }
  }),
  route(contract.inviteAgain, async (ctx, { viewer, params }) => {
    return { data: presentParticipant(await inviteAgain(ctx, viewer, params.id)) }
  }),
  route(contract.removeParticipant, async (ctx, { viewer, params }) => {
    await removeParticipant(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),

  route(contract.listConsentRequests, async (ctx, { viewer, query }) => {
    const { found, ...list } = await page<store.ParticipantRow>(ctx, query, {
      columns: store.participantColumns,
      from: store.requestsFrom(viewer.id),
    })
    const [named, creators] = await Promise.all([
      store.itemsNaming(
        ctx,
        found.map(({ id }) => id),
      ),
      creatorsOf(
        ctx,
        found.map(({ performerId }) => performerId),
      ),
    ])
    const data = found.map((person) => {
      const creator = creators.get(person.performerId)!
      const items = named.get(person.id) ?? []
      const release = releaseOf(ctx, person, viewer.locale, creator.name)
      return { _id: person.id, ...presentRequest(ctx, { person, creator, items, release }) }
    })
    return { data, ...list }
  }),
  route(contract.signConsentRequest, async (ctx, { viewer, params, body }) => {
    await signRequest(ctx, viewer, params.id, body)
    return { data: { success: true as const } }
  }),
  route(contract.withdrawConsentRequest, async (ctx, { viewer, params }) => {
    await withdrawRequest(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),

  route(contract.getConsent, async (ctx, { viewer, params }) => {
    const { person, use } = await consentOf(ctx, params.token)
    const says = use === 'sign' || use === 'withdraw'
    const [creators, named] = await Promise.all([
      creatorsOf(ctx, [person.performerId]),
      says ? store.itemsNaming(ctx, [person.id]) : new Map<string, store.ItemNamed[]>(),
    ])
    const creator = creators.get(person.performerId)!
    const release = says ? releaseOf(ctx, person, viewer.locale, creator.name) : []
    const items = named.get(person.id) ?? []
    const request = presentRequest(ctx, { person, creator, items, release })
    return {
      data: {
        ...request,
        itemCount: says ? request.itemCount : 0,
        use,
        name: says ? person.name : '',
        until: use === 'sign' ? (person.linkExpiresAt?.toISOString() ?? null) : null,
      },
    }
  }),
  route(contract.signConsent, async (ctx, { viewer, params, request }) => {
    // Before its files are read.
    await requireOpen(ctx, params.token)
    const upload = await readUpload(ctx, request, contract.signConsent.files)
    let form: ReturnType<typeof parse>
    try {
      form = parse(upload.fields)
    } catch (error) {
      await upload.discard()
      throw error
    }
    const lasting = await sign(ctx, {
      secret: params.token,
      form,
      upload,
      signer: { viewer, device: requestContextOf(request).device },
    })
    return { data: { link: linkOf(lasting) } }
  }),
  route(contract.withdrawConsent, async (ctx, { params }) => {
    await withdrawByLink(ctx, params.token)
    return { data: { success: true as const } }
  }),

  route(contract.listConsents, async (ctx, { query }) => {
    const { found, ...list } = await page<store.ReviewedRow>(ctx, query, {
      columns: store.reviewColumns,
      from: store.reviewsFrom(query.status ?? null),
    })
    return { data: found.map(presentReviewed), ...list }
  }),
  route(contract.getConsentReview, async (ctx, { params, viewer, request }) => ({
    data: presentReview(await review.viewReview(ctx, { viewer, requestId: request.id }, params.id)),
  })),
  route(contract.getConsentDocument, async (ctx, { params, query, viewer, request, reply }) => {
    const reviewer = { viewer, requestId: request.id }
    const { document, bytes } = await review.readDocument(ctx, reviewer, params.id, params.documentId, query.reason)
    reply
      .type(document.mime)
      .header('cache-control', 'no-store')
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'")
      .header('content-disposition', `inline; filename="${document.kind}"`)
    return bytes
  }),
  route(contract.approveConsent, async (ctx, { params, viewer, request }) => {
    const decision = { status: 'verified' as const, reason: null }
    return { data: presentReviewed(await review.decide(ctx, { viewer, requestId: request.id }, params.id, decision)) }
  }),
  route(contract.rejectConsent, async (ctx, { params, body, viewer, request }) => {
    const decision = { status: 'rejected' as const, reason: body.reason }
    return { data: presentReviewed(await review.decide(ctx, { viewer, requestId: request.id }, params.id, decision)) }
  }),
  route(contract.revokeConsent, async (ctx, { params, body, viewer, request }) => ({
    data: presentReviewed(await revokeByStaff(ctx, { viewer, requestId: request.id }, params.id, body.reason)),
  })),
]

const parse = (fields: Record<string, string>) => parseFields(contract.signConsent.body, fields)

type Sql = ReturnType<typeof sql>
const dates = { createdAt: 'created_at', updatedAt: 'updated_at', signedAt: 'updated_at' } as const
async function page<Row extends { id: string }>(
  ctx: Context,
  query: Sorted & { current: number; pageSize: number; cursor?: string | undefined },
  { columns, from }: { columns: Sql; from: Sql },
) {
  const requestedPage: Page = pageOf(query)
  const [found, total] = await Promise.all([
    requestedPage.tooDeep
      ? []
      : rows(
          ctx.db,
          sql<
            Row & { at: string }
          >`SELECT ${columns}, ${positionOf(query, 'p', dates)} AS at FROM ${from} AND ${afterRow(requestedPage, query, 'p', dates)}
            ${inOrder(query, 'p', dates)} LIMIT ${requestedPage.size + 1} OFFSET ${requestedPage.offset}`,
        ),
    countRows(ctx, from),
  ])
  const { found: shown, nextCursor } = cutByDate(found, requestedPage, query, dates)
  return { found: shown, total, nextCursor }
}
