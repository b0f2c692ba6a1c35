/** What a publisher's connection carries, read every two seconds. */
export interface Health {
  grade: 'good' | 'unsteady' | 'poor'
  /** It is this device that doesn't keep up, and not the line. */
  isDeviceSlow: boolean
  kilobitsPerSecond: number
  /** The share of packets that did not arrive, 0 to 1. */
  lost: number
  roundTripMs: number
  width: number
  height: number
  framesPerSecond: number
  /** Whether pictures went out since the reading before. */
  isMoving: boolean
}

/** The counters of one moment. */
export interface Reading {
  at: number
  bytes: number
  frames: number
  lost: number
  roundTripMs: number
  width: number
  height: number
  framesPerSecond: number
  isLimited: boolean
}

const limits = {
  unsteady: { lost: 0.02, roundTripMs: 300 },
  poor: { lost: 0.08, roundTripMs: 800, framesPerSecond: 10 },
}

export function readStats(report: Iterable<RTCStats>, at: number): Reading {
  const entries = [...report] as (RTCStats & Record<string, unknown>)[]
  const of = (type: string, fits: (entry: Record<string, unknown>) => boolean = () => true) =>
    entries.filter((entry) => entry.type === type && fits(entry))
  const number = (entry: Record<string, unknown> | undefined, name: string) => Number(entry?.[name] ?? 0)
  const outgoing = of('outbound-rtp')
  const video = outgoing.find((entry) => entry['kind'] === 'video')
  const heard = of('remote-inbound-rtp')
  const pair = of('candidate-pair', (entry) => entry['nominated'] === true && entry['state'] === 'succeeded')[0]
  const roundTrip = number(pair, 'currentRoundTripTime') || Math.max(0, ...heard.map((e) => number(e, 'roundTripTime')))
  return {
    at,
    bytes: outgoing.reduce((sum, entry) => sum + number(entry, 'bytesSent'), 0),
    frames: number(video, 'framesSent'),
    lost: Math.max(0, ...heard.map((entry) => number(entry, 'fractionLost'))),
    roundTripMs: Math.round(roundTrip * 1000),
    width: number(video, 'frameWidth'),
    height: number(video, 'frameHeight'),
    framesPerSecond: Math.round(number(video, 'framesPerSecond')),
    isLimited: video?.['qualityLimitationReason'] === 'bandwidth',
  }
}

/** `isStill`: the picture is switched off or hardly changes, so that few pictures are no sign of anything. */
export function healthOf(now: Reading, before: Reading | undefined, isStill: boolean): Health {
  const seconds = before ? (now.at - before.at) / 1000 : 0
  // A sender that begins anew begins to count anew.
  const bits = before && now.bytes >= before.bytes ? (now.bytes - before.bytes) * 8 : 0
  const countsFrames = before !== undefined && !isStill
  const grade = gradeOf(now, countsFrames)
  return {
    grade,
    isDeviceSlow: grade === 'poor' && gradeOf(now, false) === 'good',
    kilobitsPerSecond: seconds > 0 ? Math.round(bits / 1000 / seconds) : 0,
    lost: now.lost,
    roundTripMs: now.roundTripMs,
    width: now.width,
    height: now.height,
    framesPerSecond: now.framesPerSecond,
    isMoving: !before || now.frames !== before.frames,
  }
}

function gradeOf({ lost, roundTripMs, framesPerSecond, isLimited }: Reading, countsFrames: boolean): Health['grade'] {
  const { unsteady, poor } = limits
  if (lost >= poor.lost || roundTripMs >= poor.roundTripMs) return 'poor'
  if (countsFrames && framesPerSecond < poor.framesPerSecond) return 'poor'
  return lost >= unsteady.lost || roundTripMs >= unsteady.roundTripMs || isLimited ? 'unsteady' : 'good'
}
