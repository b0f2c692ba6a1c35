import type { registerPerformer as registerCall, identityFields } from '@fanlight/contract/auth'
import { kindOfFile } from '@fanlight/contract/verifications'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseField, refuseRule, refuseIf } from '../../../platform/refusal.ts'
import { isOfAge } from '../accounts/profile/birth-date.ts'
import { inEqualTime } from '../accounts/auth/equal-time.ts'
import { hashPassword } from '../accounts/auth/password-hash.ts'
import { checkNewAccount, openAccount, signedUp } from '../accounts/auth/sign-up.ts'
import * as accounts from '../accounts/performers.ts'
import { mail } from '../../site/mail/outbox.ts'
import type { IdentityDocument, Upload } from './documents.ts'
import * as store from './store.ts'
import { performerSubmitted } from './events.ts'

// spec: register.performer-documents
const answerMs = 400
type Registration = z.output<(typeof registerCall)['body']>

/** Creates a creator's account and submits its documents for review. As with fans, an address that is in use is reported only by email. */
export const registerPerformer = (ctx: Context, form: Registration, upload: Upload, preferredLocale: string) =>
  inEqualTime(answerMs, () =>
    storeDocumentsIf(upload, async () => {
      const identity = {
        legalName: form.legalName,
        dateOfBirth: form.dateOfBirth,
        country: form.country,
        documentExpiresOn: form.documentExpiresOn ?? null,
      }
      checkIdentity(ctx, identity)
      requireKinds(upload.documents, [])
      await checkNewAccount(ctx, form)
      const passwordHash = await hashPassword(form)
      const id = await ctx.transaction(async (tx) => {
        const performerId = await openAccount(tx, { ...form, role: 'performer', passwordHash }, preferredLocale)
        if (!performerId) return undefined
        await accounts.insertPerformer(tx, {
          accountId: performerId,
          gender: form.gender,
          dateOfBirth: form.dateOfBirth,
        })
        const verificationId = await store.insertSubmitted(tx, performerId, identity)
        await store.insertDocuments(tx, verificationId, upload.documents, identity.documentExpiresOn)
        await announce(tx, performerId, verificationId)
        return performerId
      })
      return { stored: id !== undefined, answer: signedUp(ctx) }
    }),
  )

type IdentityChanges = { [K in keyof typeof identityFields]?: z.output<(typeof identityFields)[K]> | undefined }

/** Sends documents again: beside the ones that were fine after a question, and all of them after a rejection or an expiry. */
export const resubmit = (ctx: Context, performerId: string, changes: IdentityChanges, upload: Upload) =>
  storeDocumentsIf(upload, () =>
    ctx.transaction(async (tx) => {
      const present = await store.newestOf(tx, performerId, true)
      const renews = present?.status === 'approved' && (await store.isRenewable(tx, present.id))
      refuseIf(present !== undefined && !renews && !resubmittable.has(present.status), 'VERIFICATION_SENT', {
        verificationStatus: present?.status,
      })
      const before = present?.encryptedIdentity
        ? store.openIdentity(tx, present.id, present.encryptedIdentity)
        : undefined
      const identity = completeIdentity(before, changes)
      // The old date would have the new document run out with the old one.
      if ((renews || present?.status === 'expired') && changes.documentExpiresOn === undefined)
        refuseRule('documentExpiresOn', 'DOCUMENT_DATE_MISSING')
      checkIdentity(tx, identity)
      const continues = present?.status === 'more_info'
      if (continues) requireRequestedDocuments(present.fieldReasons, changes, upload.documents)
      const status = continues
        ? (await store.documentsOf(tx, present.id))
            .filter((entry) => entry.status === 'pending' || entry.status === 'approved')
            .map((entry) => entry.kind)
        : []
      requireKinds(upload.documents, status)
      const verificationId = continues ? present.id : await store.insertSubmitted(tx, performerId, identity)
      if (continues) await store.resubmit(tx, verificationId, identity)
      await store.insertDocuments(tx, verificationId, upload.documents, identity.documentExpiresOn)
      await accounts.setIdentity(tx, performerId, identity)
      await announce(tx, performerId, verificationId)
      return { stored: true, answer: undefined }
    }),
  )

const resubmittable = new Set(['draft', 'more_info', 'rejected', 'expired'])

async function announce(tx: Context, performerId: string, verificationId: string): Promise<void> {
  // An approved performer stays approved while new documents are reviewed: a renewal must not close the page.
  await accounts.setVerificationStatus(tx, performerId, 'submitted', { unlessApproved: true })
  const account = await accounts.addressee(tx, performerId)
  if (account.email)
    await mail(tx, {
      to: account.email,
      kind: 'verification_received',
      locale: account.locale,
      values: { name: account.name },
    })
  await publish(tx, performerSubmitted, { performerId, verificationId })
}

/** Deletes the files of a form that was rejected. */
async function storeDocumentsIf<T>(upload: Upload, work: () => Promise<{ stored: boolean; answer: T }>): Promise<T> {
  let isStored = false
  try {
    const result = await work()
    isStored = result.stored
    return result.answer
  } finally {
    if (!isStored) await upload.discard()
  }
}

function completeIdentity(before: store.Identity | undefined, changes: IdentityChanges): store.Identity {
  const legalName = changes.legalName ?? before?.legalName ?? refuseRule('legalName', 'LEGAL_NAME_MISSING')
  const dateOfBirth = changes.dateOfBirth ?? before?.dateOfBirth ?? refuseRule('dateOfBirth', 'BIRTH_DATE_MISSING')
  const country = changes.country ?? before?.country ?? refuseRule('country', 'COUNTRY_UNKNOWN')
  return {
    legalName,
    dateOfBirth,
    country,
    documentExpiresOn: changes.documentExpiresOn ?? before?.documentExpiresOn ?? null,
  }
}

function checkIdentity(ctx: Context, identity: store.Identity): void {
  const today = ctx.clock.now().toISOString().slice(0, 10)
  if (!isOfAge(identity.dateOfBirth, ctx.clock.now())) refuseField('TOO_YOUNG', 'dateOfBirth')
  if (identity.documentExpiresOn !== null && identity.documentExpiresOn <= today)
    refuseRule('documentExpiresOn', 'DOCUMENT_EXPIRED')
}
/** A reply to a document request must contain exactly the requested documents: no other changes, and nothing missing. */
function requireRequestedDocuments(
  requestedKinds: Readonly<Record<string, string>>,
  changes: IdentityChanges,
  documents: readonly IdentityDocument[],
): void {
  const sent = new Set<string>([
    ...documents.map((document) => document.kind),
    ...Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field])),
  ])
  const fieldOf = (name: string) => Object.entries(kindOfFile).find(([, kind]) => kind === name)?.[0] ?? name
  for (const name of Object.keys(requestedKinds)) if (!sent.has(name)) refuseRule(fieldOf(name), 'REQUESTED')
  for (const name of sent) if (!requestedKinds[name]) refuseRule(fieldOf(name), 'NOT_REQUESTED')
}

/** A passport has no back; a front and a face with it are always needed. */
const neededKinds = { id_front: 'idFront', selfie_with_id: 'selfieWithId' } as const
function requireKinds(documents: readonly IdentityDocument[], status: readonly string[]): void {
  const there = new Set([...status, ...documents.map((document) => document.kind)])
  for (const [kind, field] of Object.entries(neededKinds)) if (!there.has(kind)) refuseRule(field, 'FILE_MISSING')
}
