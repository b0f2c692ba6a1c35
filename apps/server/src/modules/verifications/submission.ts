import type { registerPerformer as registerCall, identityFields } from '@fanlight/contract/auth'
import { kindOfFile } from '@fanlight/contract/verifications'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { refuseField, refuseRule, refuseIf } from '../../platform/refusal.ts'
import { isOfAge } from '../accounts/birth-date.ts'
import { inEqualTime } from '../accounts/equal-time.ts'
import { hashPassword } from '../accounts/password-hash.ts'
import { checkNewAccount, openAccount, signedUp } from '../accounts/sign-up.ts'
import * as accounts from '../accounts/performers.ts'
import { mail } from '../mail/outbox.ts'
import type { Paper, Upload } from './papers.ts'
import * as store from './store.ts'

// spec: register.performer-documents, roles.separate-calls
const answerMs = 400
type Registration = z.output<(typeof registerCall)['body']>

/** Makes a creator's account and hands its papers to the review. As with fans, a taken address is told by mail alone. */
export const registerPerformer = (ctx: Context, form: Registration, upload: Upload, spokenLocale: string) =>
  inEqualTime(answerMs, () =>
    keepingPapersIf(upload, async () => {
      const identity = {
        legalName: form.legalName,
        dateOfBirth: form.dateOfBirth,
        country: form.country,
        documentExpiresOn: form.documentExpiresOn ?? null,
      }
      checkIdentity(ctx, identity)
      requireKinds(upload.papers, [])
      await checkNewAccount(ctx, form)
      const passwordHash = await hashPassword(form)
      const id = await ctx.transaction(async (tx) => {
        const performerId = await openAccount(tx, { ...form, role: 'performer', passwordHash }, spokenLocale)
        if (!performerId) return undefined
        await accounts.insertPerformer(tx, {
          accountId: performerId,
          gender: form.gender,
          dateOfBirth: form.dateOfBirth,
        })
        const verificationId = await store.insertSubmitted(tx, performerId, identity)
        await store.insertPapers(tx, verificationId, upload.papers, identity.documentExpiresOn)
        await announce(tx, performerId, verificationId)
        return performerId
      })
      return { kept: id !== undefined, answer: signedUp(ctx) }
    }),
  )

type IdentityChanges = { [K in keyof typeof identityFields]?: z.output<(typeof identityFields)[K]> | undefined }

/** Sends papers again: beside the ones that were fine after a question, and all of them after a rejection or an expiry. */
export const resubmit = (ctx: Context, performerId: string, changes: IdentityChanges, upload: Upload) =>
  keepingPapersIf(upload, () =>
    ctx.transaction(async (tx) => {
      const present = await store.newestOf(tx, performerId, true)
      const renews = present?.status === 'approved' && (await store.isRenewable(tx, present.id))
      refuseIf(present !== undefined && !renews && !resubmittable.has(present.status), 'CONFLICT', {
        verificationStatus: present?.status,
      })
      const before = present?.sealedIdentity ? store.openIdentity(tx, present.id, present.sealedIdentity) : undefined
      const identity = completeIdentity(before, changes)
      // The old date would have the new paper run out with the old one.
      if ((renews || present?.status === 'expired') && changes.documentExpiresOn === undefined)
        refuseRule('documentExpiresOn', 'DOCUMENT_DATE_MISSING')
      checkIdentity(tx, identity)
      const continues = present?.status === 'more_info'
      if (continues) requireWhatWasAsked(present.fieldReasons, changes, upload.papers)
      const standing = continues
        ? (await store.documentsOf(tx, present.id))
            .filter((one) => one.status === 'pending' || one.status === 'approved')
            .map((one) => one.kind)
        : []
      requireKinds(upload.papers, standing)
      const verificationId = continues ? present.id : await store.insertSubmitted(tx, performerId, identity)
      if (continues) await store.resubmit(tx, verificationId, identity)
      await store.insertPapers(tx, verificationId, upload.papers, identity.documentExpiresOn)
      await accounts.setIdentity(tx, performerId, identity)
      await announce(tx, performerId, verificationId)
      return { kept: true, answer: undefined }
    }),
  )

const resubmittable = new Set(['draft', 'more_info', 'rejected', 'expired'])

async function announce(tx: Context, performerId: string, verificationId: string): Promise<void> {
  // Whoever stands approved stays so while new papers are looked at: renewing must not close a page.
  await accounts.setVerificationStatus(tx, performerId, 'submitted', { unlessApproved: true })
  const account = await accounts.addressee(tx, performerId)
  if (account.email)
    await mail(tx, {
      to: account.email,
      kind: 'verification_received',
      locale: account.locale,
      values: { name: account.name },
    })
  await publish(tx, 'performer.submitted', { performerId, verificationId })
}

/** Files of a form that came to nothing don't stay. */
async function keepingPapersIf<T>(upload: Upload, work: () => Promise<{ kept: boolean; answer: T }>): Promise<T> {
  let kept = false
  try {
    const result = await work()
    kept = result.kept
    return result.answer
  } finally {
    if (!kept) await upload.discard()
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
/** A question is answered with what was asked for: nothing else changes behind the reviewer's back, and nothing is left open. */
function requireWhatWasAsked(
  asked: Readonly<Record<string, string>>,
  changes: IdentityChanges,
  papers: readonly Paper[],
): void {
  const sent = new Set<string>([
    ...papers.map((one) => one.kind),
    ...Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field])),
  ])
  const fieldOf = (name: string) => Object.entries(kindOfFile).find(([, kind]) => kind === name)?.[0] ?? name
  for (const name of Object.keys(asked)) if (!sent.has(name)) refuseRule(fieldOf(name), 'ASKED_FOR')
  for (const name of sent) if (!asked[name]) refuseRule(fieldOf(name), 'NOT_ASKED_FOR')
}

/** A passport has no back; a front and a face with it are always needed. */
const neededKinds = { id_front: 'idFront', selfie_with_id: 'selfieWithId' } as const
function requireKinds(papers: readonly Paper[], standing: readonly string[]): void {
  const there = new Set([...standing, ...papers.map((one) => one.kind)])
  for (const [kind, field] of Object.entries(neededKinds)) if (!there.has(kind)) refuseRule(field, 'FILE_MISSING')
}
