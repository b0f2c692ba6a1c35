import { availableParallelism } from 'node:os'
import type { Engine } from '@fanlight/live-engine/engine'
import { feedType } from '@fanlight/live-engine/http'
import { RtmpFront } from '@fanlight/live-engine/rtmp/front'
import type { OpenTranscoder } from '@fanlight/live-engine/rtmp/transcoder'
import { grantSecondsMax, writeGrant } from '@fanlight/live-engine/token'
import { egressTo } from '../../../platform/egress.ts'
import { plainMessage } from '../../../platform/process/plain-message.ts'
import { askedFor } from './asked-for.ts'

/** What one encoder takes is a part of a processor; the media of all rooms need the rest. */
export const encodersMax = availableParallelism()

interface Parts {
  engine: Engine
  key: Buffer
  /** 0 for any free one. */
  port: number
  bind: string
  announced: string
  /** Where the product answers, which knows the keys. */
  product: string | undefined
  open: OpenTranscoder | undefined
  log: (line: string) => void
}

/** Listens for programs that send by RTMP, where this machine can convert that. Why not is said, and stops nothing else. */
export async function startRtmp({ engine, key, open, product, ...rest }: Parts): Promise<RtmpFront | undefined> {
  const missing = !open
    ? 'no ffmpeg with libx264 and libopus, or no sandbox, is on this machine'
    : product === undefined
      ? 'it needs PUBLIC_URL, where keys are checked'
      : undefined
  if (!open || product === undefined) {
    rest.log(`RTMP is off: ${missing}.`)
    return undefined
  }
  try {
    return await RtmpFront.open(engine.feeds, { ...rest, open, admit: admission(product, key) })
  } catch (error) {
    rest.log(`RTMP is off: ${plainMessage(error)}`)
    return undefined
  }
}

const sentences: Record<number, string> = {
  401: 'This stream key is not valid.',
  403: 'The account of this stream key can’t stream.',
  404: 'Prepare the stream in the studio first.',
  409: 'Another program or page is sending already.',
  429: 'Too many tries. Wait a minute.',
}

/**
 * Asks the product as a program that sends by WHIP does: with the key, and the id of what is sent in place of an offer. The product, which knows whose key
 * it is, has its engine take it. Resolves with a sentence where not.
 */
export function admission(product: string, key: Buffer) {
  return async (asked: { key: string; feed: string; address: string }): Promise<string | undefined> => {
    if (!/^[\w-]{1,200}$/.test(asked.key)) return sentences[401]
    const issuedAt = Math.floor(Date.now() / 1000)
    const session = { room: '', session: '', issuedAt, expiresAt: issuedAt + grantSecondsMax }
    const { status } = await egressTo(product, { isOwn: true }).send(`${product}/live/whip`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${asked.key}`,
        'content-type': feedType,
        [askedFor]: writeGrant(key, { ...session, user: asked.address, may: 'ask' }),
      },
      body: asked.feed,
    })
    if (status === 201) return undefined
    return sentences[status] ?? 'The server can’t take this stream now.'
  }
}
