import type { Reply } from '../../../api/contract.ts'
import type { Tone } from '../../../ui/badge.tsx'

type Verification = Reply<'GET /performers/me/verification'>['data']
type IdentityDocument = Verification['documents'][number]

/** The colors of a document's state. */
export const documentTones: Record<IdentityDocument['status'], Tone> = {
  approved: 'leaf',
  rejected: 'ember',
  expired: 'ember',
  pending: 'sky',
}
/** The colors of a review's state; all others are quiet. */
export const stateTones: Partial<Record<Verification['status'], Tone>> = {
  submitted: 'lamp',
  in_review: 'lamp',
  approved: 'leaf',
  more_info: 'ember',
  rejected: 'ember',
  expired: 'ember',
  revoked: 'ember',
}

const order = ['id_front', 'id_back', 'selfie_with_id', 'address', 'tax']
/** The documents in the order in which they are asked for. */
export const sortedDocuments = (documents: readonly IdentityDocument[]): IdentityDocument[] =>
  documents.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))

const fields: Record<string, string> = {
  legalName: 'studio.verification.legalName',
  dateOfBirth: 'studio.verification.birth',
  country: 'studio.verification.country',
  documentExpiresOn: 'studio.verification.expires',
}
/** The key of the name of what a reviewer wants corrected: a document, or a field of the application. */
export const correctionName = (name: string): string => fields[name] ?? `studio.verification.kind.${name}`
