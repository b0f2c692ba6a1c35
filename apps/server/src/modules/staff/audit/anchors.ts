import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { type Anchor, anchorsIn } from './chain-rows.ts'

// The owner of the database could write the whole chain again. Therefore the last chain link of each day is signed with a key that is not in
// the database.

type Unsigned = Omit<Anchor, 'signatures'>

const purpose = 'audit-anchors'
// The signed text stays as it is: signatures made before must verify.
const signedText = ({ number, day, chainLink, root }: Unsigned): Buffer =>
  Buffer.from(`fanlight audit anchor ${number} of ${day}: seal ${chainLink} is ${root.toString('hex')}\n`)

/** Signs the last chain link of the last day that is over, once. The line in the log is what operators store elsewhere. */
export async function anchorAuditLog(ctx: Context): Promise<void> {
  const due = await row(
    ctx.db,
    sql<Unsigned>`SELECT coalesce((SELECT max(number) FROM audit_anchors), 0) + 1 AS number,
        (s.chained_at AT TIME ZONE 'UTC')::date AS day, s.number AS "chainLink", s.hash AS root
      FROM audit_chain_links s WHERE s.chained_at < date_trunc('day', app_now(), 'UTC')
        AND s.number > coalesce((SELECT max(chain_link) FROM audit_anchors), 0)
      ORDER BY s.number DESC LIMIT 1`,
  )
  if (!due) return
  const signature = await ctx.transaction(async (tx) => {
    const added = await row(
      tx.db,
      sql`INSERT INTO audit_anchors (number, day, chain_link, root) VALUES (${due.number}, ${due.day}, ${due.chainLink}, ${due.root})
        ON CONFLICT DO NOTHING RETURNING number`,
    )
    return added ? addSignature(tx, due) : undefined
  })
  if (!signature) return
  const { day, chainLink, root } = due
  ctx.log.info(
    { day, chainLink: String(chainLink), root: root.toString('hex'), signature: signature.toString('hex') },
    'the audit log is anchored',
  )
}

async function addSignature(tx: Context, anchor: Unsigned): Promise<Buffer> {
  const key = privateKey(keyFor(tx.secret, purpose))
  const signature = sign(null, signedText(anchor), key)
  await sql`INSERT INTO audit_signatures (anchor, public_key, signature) VALUES (${anchor.number}, ${publicBytes(key)}, ${signature})
    ON CONFLICT DO NOTHING`.execute(tx.db)
  return signature
}

/** After a change of the secret the present key signs what those before had signed, so that nothing needs them any more. */
export async function resignAnchors(ctx: Context): Promise<{ reencrypted: number; lost: number }> {
  const counts = { reencrypted: 0, lost: 0 }
  const keys = anchorKeys(ctx)
  for (const anchor of await anchorsIn(ctx.db)) {
    if (isSignedBy(keys.slice(0, 1), anchor)) continue
    if (isSignedBy(keys, anchor)) {
      await addSignature(ctx, anchor)
      counts.reencrypted += 1
    } else counts.lost += 1
  }
  return counts
}

/** The public keys that may have signed: that of the present secret, and those of earlier secrets. */
export const anchorKeys = (ctx: Context): Buffer[] => keysFor(ctx, purpose).map((seed) => publicBytes(privateKey(seed)))

export const isSignedBy = (keys: readonly Buffer[], anchor: Anchor): boolean =>
  anchor.signatures.some((signature) => {
    const bytes = signature.subarray(0, publicLength)
    if (!keys.some((key) => key.equals(bytes))) return false
    const key = createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' })
    return verify(null, signedText(anchor), key, signature.subarray(publicLength))
  })

// Ed25519 in the wrapping that OpenSSL takes (RFC 8410): the bare 32 bytes follow.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicLength = 32
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const privateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length)
