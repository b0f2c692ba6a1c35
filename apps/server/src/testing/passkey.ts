import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { sha256 } from '../platform/ids.ts'

// A passkey in software, for tests: makes and signs what a browser with an authenticator would send.

type Options = Record<string, unknown>
interface Behaviour {
  origin?: string
  /** What it says it has counted to; one that never counts says zero. */
  counter?: number
  verified?: boolean
}

export interface SoftPasskey {
  /** Answers the options of a registration. */
  create(options: Options, behaviour?: Behaviour): Record<string, unknown>
  /** Answers the options of a log-in. */
  get(options: Options, behaviour?: Behaviour): Record<string, unknown>
}

const usualOrigin = 'http://localhost'

export function softPasskey(): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let userHandle: string | undefined
  const shape = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    create(options, { origin = usualOrigin, counter = 0, verified = true } = {}) {
      userHandle = (options['user'] as { id: string }).id
      const rpId = (options['rp'] as { id: string }).id
      const attested = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, coseKey(publicKey)])
      const authData = Buffer.concat([head(rpId, counter, verified, 0x40), attested])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return shape({
        clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      })
    },
    get(options, { origin = usualOrigin, counter = 0, verified = true } = {}) {
      const data = clientData('webauthn.get', options, origin)
      const authData = head(options['rpId'] as string, counter, verified)
      return shape({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url'),
        ...(userHandle && { userHandle }),
      })
    },
  }
}

const clientData = (type: string, { challenge }: Options, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** Whose site, what was shown (present, verified), and the counter. */
function head(rpId: string, counter: number, verified: boolean, more = 0): Buffer {
  const rest = Buffer.alloc(5)
  rest[0] = 0x01 | (verified ? 0x04 : 0) | more
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest])
}

function lengthOf(id: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  return length
}

/** COSE: an ES256 key on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const fields = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return Buffer.from(isoCBOR.encode(fields as never))
}
