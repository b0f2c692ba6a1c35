import type { signConsent } from '@fanlight/contract/participants'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'
import { refuse, refuseField, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import { idOf, type SignedIn, type Viewer } from '../../../platform/viewer.ts'
import { isKnownDevice } from '../../people/accounts/auth/login-attempts.ts'
import { hasSignedInFrom } from '../../people/accounts/auth/sessions.ts'
import * as accounts from '../../people/accounts/performers.ts'
import { isOfAge } from '../../people/accounts/profile/birth-date.ts'
import { mail } from '../../site/mail/outbox.ts'
import type { Upload } from '../../people/verifications/documents.ts'
import { codeTriesMax, isCodeOf } from './codes.ts'
import { endQuarantine, hasQuarantinedFiles } from './quarantining.ts'
import { releaseParagraphs, releaseText, storedRelease } from './release.ts'
import * as store from './store.ts'
import { consentRejected, consentSigned, consentVerified } from './events.ts'

export type LinkUse = 'sign' | 'withdraw' | 'used' | 'expired'
/** What a link can still do. An invitation signs once; the lasting link withdraws. */
function useOf(found: store.LinkedRow): LinkUse {
  if (found.isLasting) return found.status === 'revoked' ? 'used' : 'withdraw'
  if (found.status === 'expired' || (found.status === 'invited' && found.isExpired)) return 'expired'
  return found.status === 'invited' ? 'sign' : 'used'
}

/** A person by one of their links. Unknown ones are not found. */
export async function consentOf(ctx: Context, secret: string) {
  const found = (await store.byLink(ctx, sha256(secret))) ?? refuse('NOT_FOUND')
  return { person: found, use: useOf(found) }
}

const releaseNow = (ctx: Context, locale: string, creator: string): string[] =>
  releaseText(locale, { creator, site: ctx.settings.get('siteName') })
/** The text that is or was agreed to; `creator` is the name of whose request it is. */
export const releaseOf = (
  ctx: Context,
  { release }: store.ParticipantRow,
  locale: string,
  creator: string,
): string[] => (release === null ? releaseNow(ctx, locale, creator) : releaseParagraphs(release))
const freshRelease = async (tx: Context, { performerId }: store.ParticipantRow, locale: string): Promise<string> =>
  storedRelease(releaseNow(tx, locale, (await accounts.addressee(tx, performerId)).name))

export async function requireOpen(ctx: Context, secret: string): Promise<void> {
  const { use } = await consentOf(ctx, secret)
  refuseIf(use !== 'sign', 'LINK_SPENT')
}

type Form = z.output<(typeof signConsent)['body']>
/** Who sends the signature, and the cookie of their device. */
interface Signer {
  viewer: Viewer
  device: string | undefined
}

/** The code of the email, which is counted before it is compared. After ten tries the creator has to invite again. */
async function requireCode(ctx: Context, secret: string, code: string): Promise<void> {
  refuseIf(!(await store.countTry(ctx, sha256(secret), codeTriesMax)), 'LINK_SPENT')
  if (!isCodeOf(ctx, secret, code)) refuseField('CODE_INCORRECT', 'code')
}

/** What a guest has in common with the creator: staff look closer then. The address and the device themselves are not stored. */
async function sharedWith(
  tx: Context,
  performerId: string,
  { viewer, device }: Signer,
): Promise<('address' | 'device')[]> {
  const isDevice =
    idOf(viewer) === performerId || (device !== undefined && (await isKnownDevice(tx, performerId, device)))
  const isAddress = await hasSignedInFrom(tx, performerId, viewer.address)
  return [...(isAddress ? (['address'] as const) : []), ...(isDevice ? (['device'] as const) : [])]
}

/** A consent counts today: its last day comes after it. */
function lastDay(ctx: Context, endsOn: string | null): string | null {
  if (endsOn !== null && endsOn <= ctx.clock.now().toISOString().slice(0, 10)) refuseRule('endsOn', 'DAY_PAST')
  return endsOn
}

/** A guest signs. Returns the secret of the lasting link, which is shown once and mailed. */
export async function sign(
  ctx: Context,
  { secret, form, upload, signer }: { secret: string; form: Form; upload: Upload; signer: Signer },
): Promise<string> {
  let isStored = false
  const { locale } = signer.viewer
  try {
    for (const [kind, field] of [
      ['id_front', 'idFront'],
      ['selfie_with_id', 'selfieWithId'],
    ] as const)
      if (!upload.documents.some((document) => document.kind === kind)) refuseRule(field, 'FILE_MISSING')
    if (!isOfAge(form.dateOfBirth, ctx.clock.now())) refuseField('TOO_YOUNG', 'dateOfBirth')
    const endsOn = lastDay(ctx, form.endsOn || null)
    // After everything else that may be missing, so that a try is an otherwise complete form.
    await requireCode(ctx, secret, form.code)
    const lasting = newSecret()
    await ctx.transaction(async (tx) => {
      const person = (await store.byLink(tx, sha256(secret), true)) ?? refuse('NOT_FOUND')
      refuseIf(useOf(person) !== 'sign', 'LINK_SPENT')
      const { legalName, dateOfBirth } = form
      const sharedWithCreator = await sharedWith(tx, person.performerId, signer)
      await store.sign(tx, person.id, {
        status: 'signed',
        release: await freshRelease(tx, person, locale),
        identity: { legalName, dateOfBirth },
        withdrawalHash: sha256(lasting),
        sharedWithCreator,
        mayDownload: form.mayDownload === 'true',
        endsOn,
      })
      await store.replaceDocuments(tx, person.id, upload.documents)
      await publish(tx, consentSigned, { performerId: person.performerId, participantId: person.id })
      // The creator doesn’t get to know the address that the person enters here; it isn’t stored.
      const to = form.email || person.email
      const creator = await accounts.addressee(tx, person.performerId)
      if (to)
        await mail(tx, {
          to,
          kind: 'consent_signed',
          locale,
          values: { name: legalName, creator: creator.name },
          secret: lasting,
        })
    })
    isStored = true
    return lasting
  } finally {
    if (!isStored) await upload.discard()
  }
}

/** An approved creator of the site consents. Their documents are verified already. */
export const signRequest = (
  ctx: Context,
  viewer: SignedIn,
  id: string,
  terms: { mayDownload: boolean; endsOn: string | null },
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const endsOn = lastDay(tx, terms.endsOn)
    const person = (await store.lockRequest(tx, viewer.id, id)) ?? refuse('NOT_FOUND')
    // Consenting anew ends the quarantine of files, also of those that were withdrawn from another creator.
    const anew = person.status === 'revoked' || (await hasQuarantinedFiles(tx, person.performerId))
    if (person.status === 'verified' && !anew) return
    refuseIf(!['invited', 'revoked', 'verified'].includes(person.status), 'LINK_SPENT')
    const release = await freshRelease(tx, person, viewer.locale)
    await store.sign(tx, id, {
      status: 'verified',
      release,
      identity: null,
      withdrawalHash: null,
      sharedWithCreator: [],
      mayDownload: terms.mayDownload,
      endsOn,
    })
    await endQuarantine(tx, person.performerId)
    await announceDecision(tx, person, 'consent_verified')
  })

/** Notifies the creator of a decision about a consent. */
export async function announceDecision(
  tx: Context,
  person: store.ParticipantRow,
  kind: 'consent_verified' | 'consent_rejected',
  reason = '',
): Promise<void> {
  await publish(tx, kind === 'consent_verified' ? consentVerified : consentRejected, {
    performerId: person.performerId,
    participantId: person.id,
  })
  const to = await accounts.addressee(tx, person.performerId)
  const values = { name: to.name, device: person.name, reason }
  if (to.email) await mail(tx, { to: to.email, kind, locale: to.locale, values })
}
