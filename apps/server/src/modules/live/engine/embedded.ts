import { inputProblems, streamInput } from '@fanlight/contract/stream-key'
import { type Grant, grantSecondsMax, writeGrant } from '@fanlight/live-engine/token'
import { z } from 'zod'
import type { WebRtcTransport } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { EgressError, egressTo, type Outgoing } from '../../../platform/egress.ts'
import { keyFor } from '../../../platform/keys.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { EngineRecording, LiveEngine } from './port.ts'
import { turnServers } from './turn.ts'

const deadlineMs = 3_000
const person = z.object({ user: z.string(), session: z.string() })
/** The first segment of a room takes some seconds. */
const hlsDeadlineMs = 9_000
/** A publisher answers a request for one within a second or two. */
const keyframeDeadlineMs = 5_000
const segmentBytesMax = 32 * 1024 * 1024
const rooms = z.array(
  z.object({
    id: z.string(),
    opening: z.string(),
    state: z.enum(['idle', 'live', 'away']),
    publishing: person.nullable(),
    watching: z.array(person),
    received: z.array(z.object({ user: z.string(), ms: z.int() })),
    input: z.object({ reading: streamInput.nullable(), problem: z.enum(inputProblems).nullable() }),
    recording: z.object({ isOn: z.boolean(), bytes: z.number(), problem: z.enum(['codec', 'disk']).nullable() }),
  }),
)

const rtmp = z.object({ address: z.string().nullable() })
const recordings = z.array(z.object({ room: z.string(), at: z.string(), isOpen: z.boolean() }))

/** The engine of `packages/live-engine`, which is a process of ours. Browsers reach it through our own address (see `forward.ts`). */
export function embeddedEngine(ctx: Context): LiveEngine {
  const { liveEngineUrl: url } = ctx.config
  const key = keyFor(ctx.secret, 'live grants')
  const grant = (of: Pick<Grant, 'room' | 'user' | 'may' | 'session' | 'yields' | 'records'>) => {
    // The engine has the clock of its machine and no other.
    const issuedAt = Math.floor(Date.now() / 1000)
    return writeGrant(key, { ...of, issuedAt, expiresAt: issuedAt + grantSecondsMax })
  }
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options: Partial<Outgoing> = {}) => {
    if (!url) refuse('LIVE_UNAVAILABLE')
    try {
      return await egressTo(url, { isOwn: true }).send(`${url}/control/${path}`, {
        method,
        deadlineMs,
        headers: { authorization: `Bearer ${grant({ room: '', user: '', session: '', may: 'control' })}` },
        ...options,
      })
    } catch (error) {
      if (error instanceof EgressError) refuse('LIVE_UNAVAILABLE')
      throw error
    }
  }
  const transport = (
    id: string,
    person: { id: string; sessionId: string },
    right: Pick<Grant, 'yields' | 'records'> & { may: 'publish' | 'view' },
  ): WebRtcTransport => ({
    kind: 'webrtc-http',
    url: `/live/${right.may === 'publish' ? 'whip' : 'whep'}/${id}`,
    bearer: grant({ room: id, user: person.id, session: person.sessionId, ...right }),
    iceServers: turnServers(ctx.config.liveTurn, person.id, ctx.clock.now()),
    ...(right.may === 'view' && { hlsFallback: `/live/hls/${id}/master.m3u8` }),
  })
  const control = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: string): Promise<Buffer> => {
    const reply = await send(method, path, body ? { body } : {})
    if (reply.status >= 300) throw new Error(`The live engine answered ${reply.status} to ${method} ${path}.`)
    return reply.body
  }
  return {
    name: 'embedded',
    meters: true,
    close: async (id) => void (await control('DELETE', `rooms/${id}`)),
    remove: async (id, sessions) => void (await control('POST', `rooms/${id}/remove`, JSON.stringify({ sessions }))),
    play: async (id, loop) => void (await control('POST', `rooms/${id}/play`, loop)),
    async keyframe(id) {
      const { status, headers, body } = await send('GET', `rooms/${id}/keyframe`, {
        deadlineMs: keyframeDeadlineMs,
        bytesMax: segmentBytesMax,
      })
      if (status === 404 || status === 503) return null
      if (status !== 200) throw new Error(`The live engine answered ${status} to a request for a picture.`)
      const [width = 0, height = 0] = (headers['x-picture-size'] ?? '').split('x').map(Number)
      return width > 0 && height > 0 ? { file: body, width, height } : null
    },
    rooms: async () =>
      rooms
        .parse(JSON.parse(String(await control('GET', 'rooms/'))))
        .map(({ publishing, watching, received, ...room }) => ({
          ...room,
          publishing: publishing?.session ?? null,
          watching: watching.map(({ session }) => session),
          received: received.map(({ user, ms }) => ({ userId: user, ms })),
          watchingAccounts: watching.map(({ user }) => user),
        })),
    rtmp: async () => rtmp.parse(JSON.parse(String(await control('GET', 'rtmp')))).address,
    transport: async (id, person, may, publishing) => transport(id, person, { may, ...publishing }),
    programTransport: async (id, person, publishing) =>
      transport(id, person, { may: 'publish', yields: true, ...publishing }),
    recorder: {
      record: async (id, isRecorded) =>
        void (await control('PUT', `rooms/${id}`, JSON.stringify({ record: isRecorded }))),
      recordings: async () => recordings.parse(JSON.parse(String(await control('GET', 'recordings')))),
      async recorded({ room, at }: EngineRecording, file) {
        const { status, body } = await send('GET', `recordings/${room}/${at}/${file}`, { bytesMax: segmentBytesMax })
        if (status === 404) return undefined
        if (status !== 200) throw new Error(`The live engine answered ${status} to ${file} of a recording.`)
        return body
      },
      forget: async (id) => void (await control('DELETE', `recordings/${id}`)),
    },
    async hls(id, file, { id: user, sessionId: session }) {
      const path = `rooms/${id}/hls/${file}?${new URLSearchParams({ user, session })}`
      const { status, headers, body } = await send('GET', path, {
        deadlineMs: hlsDeadlineMs,
        bytesMax: segmentBytesMax,
      })
      if (status === 406) return null
      refuseIf(status === 503, 'LIVE_UNAVAILABLE')
      refuseIf(status !== 200, 'NOT_FOUND')
      return { type: headers['content-type'] ?? 'application/octet-stream', body }
    },
  }
}
