import type { Endpoint } from '@fanlight/contract/endpoint'
import { type jsonSchema, outputSchema } from '@fanlight/server/testing/inputs'
import type { Cast, CastName } from './api-world.ts'

// What a response may disclose: fields of its contract, private ones only where listed, and no email address but the requester's own.

/** Where staff see the account that a payout goes to, while they pay it. */
const payoutAccount = ['GET /admin/payouts/:id', 'POST /admin/payouts/:id/payment']

/** Fields that are private wherever they appear, and the calls that may return them. Reviewed as code. */
const privateFields: Record<string, readonly string[]> = {
  email: [
    // A channel of notifications, on or off.
    'GET /notifications/preferences',
    'PUT /notifications/preferences',
    'GET /users/me',
    'PUT /users',
    'GET /performers/me',
    'PUT /performers/me',
    'GET /auth/confirmation',
    'GET /admin/verifications/:id',
    'POST /admin/accounts/:id/personal-data',
    // A guest’s, as this creator wrote it.
    'POST /performer/participants',
    'GET /performer/participants',
    'POST /performer/participants/:id/invitation',
  ],
  emailVerified: [
    'GET /users/me',
    'PUT /users',
    'GET /performers/me',
    'PUT /performers/me',
    'GET /admin/verifications/:id',
    'GET /admin/accounts/:id',
  ],
  balance: [
    'GET /users/me',
    'PUT /users',
    'GET /performers/me',
    'PUT /performers/me',
    'POST /wallet/charges/tip/:id',
    'POST /wallet/charges/feed/:id',
    'POST /wallet/charges/product/:id',
    'POST /wallet/charges/gallery/:id',
    'POST /wallet/charges/message/:id',
    'POST /wallet/charges/stream/:id',
    'POST /wallet/charges/video/:id',
  ],
  permissions: ['GET /users/me', 'PUT /users', 'GET /performers/me', 'PUT /performers/me', 'GET /admin/accounts/:id'],
  followedIds: ['GET /users/me', 'PUT /users', 'GET /performers/me', 'PUT /performers/me'],
  dateOfBirth: ['GET /performers/me', 'PUT /performers/me', 'GET /admin/verifications/:id', 'GET /admin/consents/:id'],
  legalName: ['GET /admin/verifications/:id', 'GET /admin/consents/:id'],
  documentExpiresOn: ['GET /admin/verifications/:id'],
  sha256: ['GET /admin/verifications/:id', 'GET /admin/reports/:id'],
  decidedBy: [
    'GET /admin/verifications',
    'GET /admin/verifications/:id',
    'POST /admin/verifications/:id/claim',
    'POST /admin/verifications/:id/approval',
    'DELETE /admin/verifications/:id/approval',
    'POST /admin/verifications/:id/rejection',
    'POST /admin/verifications/:id/revocation',
    'POST /admin/verifications/:id/request-for-more',
  ],
  iban: ['GET /admin/performers/:id/banking-settings', ...payoutAccount],
  accountNumber: ['GET /admin/performers/:id/banking-settings', ...payoutAccount],
  routingNumber: ['GET /admin/performers/:id/banking-settings', ...payoutAccount],
  taxId: ['GET /admin/performers/:id/banking-settings'],
  secretKey: [],
  address: ['GET /auth/sessions'],
  token: ['POST /auth/login', 'POST /auth/token/login', 'POST /auth/second-factor', 'POST /auth/passkeys/login'],
  secret: ['POST /auth/authenticator'],
  recoveryCodes: ['PUT /auth/authenticator', 'POST /auth/recovery-codes', 'POST /auth/passkeys'],
  ticket: ['POST /auth/socket-ticket'],
  to: ['GET /mails/outbox'],
  last4: [
    'GET /payment-cards',
    'PUT /payment-cards/:id/default',
    'POST /:gateway/cards',
    'POST /payment/wallet/top-up',
    'POST /payment/retry/:id',
    'GET /payment/transactions/:id',
    'GET /payment/transactions/user/search',
  ],
}
/** Calls that return email addresses of other people to callers who may make them. */
const showsAddresses = new Set([
  'POST /performer/participants',
  'GET /performer/participants',
  'POST /performer/participants/:id/invitation',
  'GET /mails/outbox',
  'GET /admin/verifications/:id',
  'POST /admin/accounts/:id/personal-data',
])

/** Data in this response that it must not disclose. */
export function leakedTiming(call: Endpoint, body: unknown, text: string, name: CastName, cast: Cast): string[] {
  const found = undeclaredIn(outputSchema(call.reply), body).map((path) => `${path} is not in the contract`)
  for (const field of fieldsIn(body))
    if (privateFields[field] && !privateFields[field].includes(call.route)) found.push(`${field} is private`)
  if (!showsAddresses.has(call.route))
    for (const [other, who] of Object.entries(cast))
      if (who && other !== name && text.includes(who.email)) found.push(`it discloses the address of ${other}`)
  return found
}

function fieldsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const entry of value) fieldsIn(entry, found)
  else if (value !== null && typeof value === 'object')
    for (const [name, inner] of Object.entries(value)) fieldsIn(inner, found.add(name))
  return found
}

type Json = ReturnType<typeof jsonSchema>
/** Paths of fields that the schema does not know. */
function undeclaredIn(schema: Json, value: unknown, path = ''): string[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return choices
      .map((choice: Json) => undeclaredIn(choice, value, path))
      .sort((a: string[], b: string[]) => a.length - b.length)[0]
  if (Array.isArray(value)) return value.flatMap((entry) => undeclaredIn(schema.items ?? {}, entry, `${path}[]`))
  if (value === null || typeof value !== 'object' || !schema.properties) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name in schema.properties
      ? undeclaredIn(schema.properties[name], inner, path ? `${path}.${name}` : name)
      : [path ? `${path}.${name}` : name],
  )
}
