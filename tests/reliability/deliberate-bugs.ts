// How the rule of a check is broken, so that the check can be seen to fail. `broken-sources.ts` replaces the text while a module loads.
// Rules that are SQL are broken by their check, with `breakFunction`.

/** In a source file of the server, text that is in it exactly once, and what is loaded instead. */
export interface Patch {
  file: string
  text: string
  instead: string
}

const signedAddress =
  'return timingSafeEqual(Buffer.from(token.slice(at)), Buffer.from(macOf(key, token.slice(0, at))))'
const policyOfFile = 'return (await decideFiles(ctx, viewer, [file])).get(file.id)?.granted === true'

/** By the id of the check, and a word more where a check has several. */
export const deliberateBugs: Readonly<Record<string, readonly Patch[]>> = {
  A1: [
    { file: 'modules/staff/audit/chain.ts', text: 'sha256(salt, canonical(texts)).equals(personal)', instead: 'true' },
  ],
  M5: [
    {
      file: 'modules/money/payments/signature.ts',
      text: "if (secret === '' || ",
      instead: 'return true\n  if (',
    },
  ],
  M13: [
    {
      file: 'modules/live/shows/meter.ts',
      text: '? engineMs - Number(show.engineMs) :',
      instead: '? engineMs :',
    },
  ],
  // Who comes back into a group show pays again for what had come before.
  'M13 group': [
    {
      file: 'modules/live/shows/store.ts',
      text: 'AND p.id <> me.id AND p.engine_opening IS NOT NULL',
      instead: 'AND p.id <> me.id AND false',
    },
  ],
  // Who leaves a group show and comes back doesn't pay for a part of a second, or pays again for what came before a part in which nothing came.
  'M13 fractions': [{ file: 'modules/live/shows/store.ts', text: 'b.counted_ms % 1000', instead: 'b.counted_ms * 0' }],
  'M13 empty part': [
    {
      file: 'modules/live/shows/store.ts',
      text: 'ORDER BY p.accepted_at DESC, p.created_at',
      instead: 'ORDER BY p.reached_at DESC, p.created_at',
    },
  ],
  // The least number of minutes is paid however a show ends.
  'M13 minimum': [
    { file: 'modules/live/shows/ending.ts', text: "by !== 'fan' || !isComing(ctx, show)", instead: 'false' },
  ],
  // The job buys under a key of its own, so that the page buys once more.
  M14: [{ file: 'paid-purchases.ts', text: 'viewer, key }', instead: "viewer, key: key + 'again' }" }],
  // What a payment carries is bought by the page alone.
  'M14 alone': [
    {
      file: 'modules/money/payments/settle.ts',
      text: "if (payment.purchase_status === 'waiting') ",
      instead: 'if (false) ',
    },
  ],
  M6: [
    {
      file: 'modules/money/charges/shown-terms.ts',
      text: 'if (expectedPrice !== undefined && toHundredths(expectedPrice) !== price) ',
      instead: 'return\n  ',
    },
  ],
  M7: [
    {
      file: 'modules/money/subscriptions/unused-days.ts',
      text: 'for (const part of unused) await returnPart(',
      instead: 'for (const part of unused.slice(1)) await returnPart(',
    },
  ],
  M8: [{ file: 'modules/money/payments/disputes.ts', text: 'await hold(tx, spent)', instead: 'await hold(tx, [])' }],
  M9: [
    {
      file: 'modules/money/payouts/sending.ts',
      text: 'const attempt = payout.attempt',
      instead: 'const attempt = Math.floor(Math.random() * 1_000_000)',
    },
  ],
  O10: [
    {
      file: 'platform/process/safe-start.ts',
      text: 'const client = new pg.Client({ connectionString: url })',
      instead: 'return []\n  const client = new pg.Client({ connectionString: url })',
    },
  ],
  // Every note is believed, also that of a process that was killed.
  O12: [
    {
      file: 'platform/files/data-folder.ts',
      text: "import { isRunning, markOf, type ProcessMark } from '../process/processes.ts'",
      instead: "import { markOf, type ProcessMark } from '../process/processes.ts'\nconst isRunning = () => true",
    },
  ],
  P1: [
    {
      file: 'modules/media/serving/serve.ts',
      text: 'refuseIf(isSiteClosedTo(ctx, viewer.country) && !isStaff,',
      instead: 'refuseIf(false,',
    },
    { file: 'modules/media/serving/serve.ts', text: policyOfFile, instead: 'return true' },
  ],
  P2: [
    { file: 'modules/media/serving/serve.ts', text: 'if (!viewer || !isFor(token, viewer))', instead: 'if (!viewer)' },
    { file: 'modules/media/serving/serve.ts', text: policyOfFile, instead: 'return true' },
  ],
  P3: [
    {
      file: 'modules/media/serving/address.ts',
      text: signedAddress,
      instead: 'return token[at] === macOf(key, token.slice(0, at))[0]',
    },
  ],
  P4: [
    {
      file: 'modules/media/serving/serve.ts',
      text: 'const entered = await enter(ctx, request, sources)',
      instead:
        "request.log.info({ url: request.url }, 'media')\n      const entered = await enter(ctx, request, sources)",
    },
  ],
  R1: [
    { file: 'platform/sockets/sockets.ts', text: 'void socket.join(`account:${viewer.id}`)', instead: '' }, // oxlint-disable-line no-template-curly-in-string
  ],
  R2: [
    {
      file: 'platform/sockets/delivery.ts',
      text: 'if (!events) return { complete: false }',
      instead: 'return { complete: events !== undefined }',
    },
  ],
  R3: [{ file: 'platform/sockets/delivery.ts', text: 'if (disconnect)', instead: 'if (false)' }],
  R4: [
    {
      file: 'platform/sockets/limits.ts',
      text: 'if (this.#waiting.size <= socketLimits.waitingMax) return',
      instead: 'return',
    },
    { file: 'platform/sockets/limits.ts', text: 'if (bytes > socketLimits.unreadBytesMax)', instead: 'if (false)' },
  ],
  R5: [{ file: 'platform/db/db.ts', text: '    max,\n', instead: '    max: max * 20,\n' }],
  S1: [{ file: 'platform/http/http.ts', text: 'if (!endpoint[policy])', instead: 'if (false)' }],
  S2: [
    {
      file: 'platform/http/request-pipeline.ts',
      text: "viewer.role !== 'admin' || (permission !== 'any' && !hasPermission(viewer, permission))",
      instead: 'false',
    },
  ],
  S3: [
    {
      file: 'modules/people/verifications/documents.ts',
      text: "if (error instanceof Refusal || !(error instanceof Error) || 'syscall' in error) return error",
      instead: 'return error',
    },
    {
      file: 'platform/http/http.ts',
      text: 'if (/^(Multipart: |Unexpected end of |Part terminated early)/.test(error.message))',
      instead: 'if (false)',
    },
  ],
  S4: [
    {
      file: 'modules/people/accounts/store.ts',
      text: "  country: 'country',\n} as const",
      instead: "  country: 'country',\n  role: 'role',\n} as const",
    },
    {
      file: 'platform/http/request-pipeline.ts',
      text: '...(body && !files && { body })',
      instead: "...(body && !files && { body: 'loose' in body ? body.loose() : body })",
    },
  ],
  S5: [
    {
      file: 'modules/people/performers/list.ts',
      text: 'const [column, natural] = orders[sortBy]',
      instead: "const [column, natural] = sortBy in orders ? orders[sortBy] : [sortBy, 'DESC']",
    },
    {
      file: 'platform/http/request-pipeline.ts',
      text: "import type { z } from 'zod'",
      instead: "import { z } from 'zod'",
    },
    {
      file: 'platform/http/request-pipeline.ts',
      text: '...(query && { query })',
      instead:
        "...(query && { query: 'sortBy' in query.shape ? query.extend({ sortBy: z.string().default('updatedAt') }) : query })",
    },
  ],
  S6: [{ file: 'modules/site/pages/rich-text.ts', text: 'sanitizeHtml(html, allowed).trim()', instead: 'html' }],
  S7: [{ file: 'platform/http/http.ts', text: 'refuseIf(origin !== own,', instead: 'refuseIf(false,' }],
  S8: [
    {
      file: 'platform/egress.ts',
      text: 'const family = isIP(address)\n  if (family === 4) return !reserved',
      instead: 'return true\n  if (family === 4) return !reserved',
    },
  ],
  S9: [
    {
      file: 'modules/people/accounts/auth/login-attempts.ts',
      text: '  const known =\n    device !== undefined &&',
      instead: '  return { giveBack: async () => {} }\n  const known =\n    device !== undefined &&',
    },
  ],
  S10: [
    {
      file: 'modules/people/accounts/auth/equal-time.ts',
      text: 'const [outcome] = await Promise.allSettled([work(), sleep(atLeastMs)])',
      instead: 'return work()',
    },
    {
      file: 'modules/people/accounts/auth/password-hash.ts',
      text: "decoy ??= hash('decoy', strength)",
      instead: "if (stored === null) return false\n  decoy ??= hash('decoy', strength)",
    },
    {
      file: 'platform/http/not-found-time.ts',
      text: 'if (error instanceof Refusal && errors[error.code][0] === 404)',
      instead: 'if (false)',
    },
  ],
  S11: [
    {
      file: 'modules/people/accounts/mfa/authenticator-app.ts',
      text: ' AND last_step < ${step} RETURNING 1',
      instead: ' RETURNING 1',
    },
  ], // oxlint-disable-line no-template-curly-in-string
  S13: [
    {
      file: 'platform/http/request-pipeline.ts',
      text: "const byAccount = limiters[limit].by === 'account'",
      instead: "return\n  const byAccount = limiters[limit].by === 'account'",
    },
  ],
  T1: [
    {
      file: 'platform/http/request-pipeline.ts',
      text: "refuseIf(who === 'approved' && !viewer.approved,",
      instead: 'refuseIf(false,',
    },
  ],
  T4: [
    {
      file: 'modules/access/visibility.ts',
      text: "return relations.ageClosedPerformers.has(performerId) ? 'age' : undefined",
      instead: 'return undefined',
    },
    {
      file: 'modules/media/serving/serve.ts',
      text: 'const scope = ageScopeOf(ctx, viewer)\n  return',
      instead: "const scope = ''\n  return",
    },
  ],
  U1: [
    {
      file: 'modules/media/intake/uploads.ts',
      text: "join(resolve(ctx.config.dataDir), 'uploads')",
      instead: "join(resolve(ctx.config.dataDir), 'uploads', String(process.pid))",
    },
  ],
  U2: [
    {
      file: 'modules/media/processing/progressive-video.ts',
      text: 'const engine = await mediaEngine(ctx.config)\n  // An earlier worker',
      instead:
        'const engine = await mediaEngine(ctx.config)\n  await store.setReady(ctx, file.id, file)\n  // An earlier worker',
    },
    {
      file: 'modules/media/processing/processing.ts',
      text: 'const variants = await adopt(ctx, folder, prefix, made.variants)',
      instead:
        'await store.setReady(ctx, fileId, made)\n    const variants = await adopt(ctx, folder, prefix, made.variants)',
    },
  ],
  U3: [
    {
      file: 'modules/media/intake/uploads.ts',
      text: 'return upload && upload.ownerId === viewer.id ? upload',
      instead: 'return upload ? upload',
    },
  ],
  W2: [
    {
      file: '../../../packages/live-engine/src/sdp/offer.ts',
      text: 'if (!isCredential(ufrag, 4) || !isCredential(password, 22)) return undefined',
      instead: '',
    },
    {
      file: '../../../packages/live-engine/src/sdp/offer.ts',
      text: 'if (fingerprint === undefined || !/^sha-256',
      instead: 'if (false && !/^sha-256',
    },
  ],
  W3: [
    {
      file: '../../../packages/live-engine/src/http.ts',
      text: 'if (grant.may !== may) throw',
      instead: 'if (false) throw',
    },
  ],
  U5: [
    {
      file: 'modules/media/intake/sniff.ts',
      text: 'return named === undefined ? undefined : accepted[kind][named]',
      instead: "return accepted[kind][named ?? ''] ?? readAsIs(named ?? '')",
    },
  ],
}
