import { registerPerformer } from '@fanlight/contract/auth'
import {
  approveVerification,
  requestDocuments,
  claimVerification,
  getMyVerification,
  getVerification,
  getVerificationDocument,
  listVerifications,
  rejectVerification,
  revokeVerification,
  undoApproval,
  uploadDocuments,
} from '@fanlight/contract/verifications'
import type { Context } from '../../../platform/context.ts'
import { nextByCount, pageByCount } from '../../../platform/db/cursor.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { spendPass } from '../../site/captcha/passes.ts'
import { parseFields, route } from '../../../platform/http/http.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { readUpload } from './documents.ts'
import { presentReview, presentOwn, presentReviewed } from './present.ts'
import * as review from './review.ts'
import * as store from './store.ts'
import * as submission from './submission.ts'

export const verificationRoutes = [
  route(registerPerformer, async (ctx, { viewer, request }) => {
    const upload = await readUpload(ctx, request, registerPerformer.files)
    const form = await parsed(upload, () => parseFields(registerPerformer.body, upload.fields))
    const sent = { form: 'register', address: viewer.address, pass: form.captcha } as const
    const spent = await parsed(upload, () => spendPass(ctx, sent))
    try {
      return { data: await submission.registerPerformer(ctx, form, upload, viewer.locale) }
    } catch (error) {
      if (error instanceof Refusal) await spent.giveBack()
      throw error
    }
  }),
  route(uploadDocuments, async (ctx, { viewer, request }) => {
    const upload = await readUpload(ctx, request, uploadDocuments.files)
    const form = await parsed(upload, () => parseFields(uploadDocuments.body, upload.fields))
    await submission.resubmit(ctx, viewer.id, form, upload)
    return { data: await own(ctx, viewer) }
  }),
  route(getMyVerification, async (ctx, { viewer }) => ({ data: await own(ctx, viewer) })),
  route(listVerifications, async (ctx, { query, viewer }) => {
    const page = pageByCount(query)
    const { found, total } = await store.list(ctx, query, page)
    return {
      data: found.map((entry) => presentReviewed(entry, viewer)),
      total,
      nextCursor: nextByCount(page, found.length, total),
    }
  }),
  route(getVerification, async (ctx, { params, viewer, request }) => ({
    data: presentReview(await review.viewReview(ctx, { viewer, requestId: request.id }, params.id), viewer),
  })),
  route(claimVerification, async (ctx, { params, body, viewer, request }) => ({
    data: presentReviewed(await review.claim(ctx, { viewer, requestId: request.id }, params.id, body.takeOver), viewer),
  })),
  route(getVerificationDocument, async (ctx, { params, query, viewer, request, reply }) => {
    const { document, bytes } = await review.readDocument(
      ctx,
      { viewer, requestId: request.id },
      params.id,
      params.documentId,
      query.reason,
    )
    reply
      .type(document.mime)
      .header('cache-control', 'no-store')
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'")
      .header('content-disposition', `inline; filename="${document.kind}"`)
    return bytes
  }),
  route(approveVerification, async (ctx, { params, body, viewer, request }) => {
    const decision = {
      status: 'approved' as const,
      reason: body?.reason ?? null,
      fieldReasons: {},
      documentExpiresOn: body?.documentExpiresOn,
    }
    return {
      data: presentReviewed(await review.decide(ctx, { viewer, requestId: request.id }, params.id, decision), viewer),
    }
  }),
  route(undoApproval, async (ctx, { params, viewer, request }) => ({
    data: presentReviewed(await review.undoApproval(ctx, { viewer, requestId: request.id }, params.id), viewer),
  })),
  route(rejectVerification, async (ctx, { params, body, viewer, request }) => {
    const decision = { status: 'rejected' as const, reason: body.reason, fieldReasons: {} }
    return {
      data: presentReviewed(await review.decide(ctx, { viewer, requestId: request.id }, params.id, decision), viewer),
    }
  }),
  route(revokeVerification, async (ctx, { params, body, viewer, request }) => ({
    data: presentReviewed(await review.revoke(ctx, { viewer, requestId: request.id }, params.id, body.reason), viewer),
  })),
  route(requestDocuments, async (ctx, { params, body, viewer, request }) => {
    const decision = {
      status: 'more_info' as const,
      reason: null,
      fieldReasons: body.fieldReasons as Record<string, string>,
    }
    return {
      data: presentReviewed(await review.decide(ctx, { viewer, requestId: request.id }, params.id, decision), viewer),
    }
  }),
]

async function own(ctx: Context, viewer: SignedIn) {
  const [present, status, history] = await Promise.all([
    store.newestOf(ctx, viewer.id),
    store.statusOf(ctx, viewer.id),
    store.historyOf(ctx, viewer.id),
  ])
  const [documents, renewable] = present
    ? await Promise.all([store.documentsOf(ctx, present.id), store.isRenewable(ctx, present.id)])
    : [[], false]
  return presentOwn(present, documents, {
    effectiveStatus: status,
    renewable: renewable && present?.status === 'approved',
    history,
  })
}

/** A form that fails its checks leaves no file behind. */
async function parsed<T>(upload: { discard(): Promise<void> }, parse: () => T | Promise<T>): Promise<T> {
  try {
    return await parse()
  } catch (error) {
    await upload.discard()
    throw error
  }
}
