import type { OfferedCodec, OfferedMedia } from './offer.ts'

/** How to reach us, from the library's own answer. */
export interface Credentials {
  ufrag: string
  password: string
  fingerprint: string
  setup: string
  /** Whole lines, `a=candidate:…`. */
  candidates: string[]
}
/** What is taken of one offered medium; a medium that is not taken has no codecs. */
export interface Taken {
  media: OfferedMedia
  codecs: OfferedCodec[]
  direction: 'recvonly' | 'sendonly'
  feedback: string[]
  extensions: { id: number; uri: string }[]
  /** The sizes in which it is taken. */
  layers?: readonly string[]
  /** The source that a viewer is sent. */
  source?: number
}

/** The answer to an offer (RFC 8829 §5.3): every medium in its place, all of them on one port. */
export function writeAnswer(taken: readonly Taken[], credentials: Credentials): string {
  const used = taken.filter(({ codecs }) => codecs.length > 0)
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${used.map(({ media }) => media.mid).join(' ')}`,
    'a=msid-semantic: WMS *',
    `a=fingerprint:${credentials.fingerprint}`,
    ...taken.flatMap((one) => (one.codecs.length > 0 ? linesOf(one, credentials) : refused(one.media))),
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** How to reach us where the network drops UDP (RFC 6544 §4.5): after all of UDP, as no lost packet is overtaken there. */
export const tcpCandidate = (address: string, port: number): string =>
  `a=candidate:9 1 TCP 1518280447 ${address} ${port} typ host tcptype passive`

const refused = ({ kind, mid, payloadTypes }: OfferedMedia): string[] => [
  `m=${kind} 0 UDP/TLS/RTP/SAVPF ${payloadTypes[0] ?? 0}`,
  'c=IN IP4 0.0.0.0',
  'a=inactive',
  `a=mid:${mid}`,
]

const linesOf = (
  { media, codecs, direction, feedback, extensions, layers = [], source }: Taken,
  us: Credentials,
): string[] => [
  `m=${media.kind} 9 UDP/TLS/RTP/SAVPF ${codecs.map(({ payloadType }) => payloadType).join(' ')}`,
  'c=IN IP4 0.0.0.0',
  'a=rtcp-mux',
  'a=rtcp-rsize',
  `a=mid:${media.mid}`,
  `a=${direction}`,
  `a=setup:${us.setup}`,
  `a=ice-ufrag:${us.ufrag}`,
  `a=ice-pwd:${us.password}`,
  ...us.candidates,
  'a=end-of-candidates',
  ...codecs.flatMap((codec, index) => [
    `a=rtpmap:${codec.payloadType} ${codec.name}/${codec.clock}${codec.channels > 1 ? `/${codec.channels}` : ''}`,
    ...(codec.parameters ? [`a=fmtp:${codec.payloadType} ${codec.parameters}`] : []),
    ...(index === 0 ? feedback.map((kind) => `a=rtcp-fb:${codec.payloadType} ${kind}`) : []),
  ]),
  ...extensions.map(({ id, uri }) => `a=extmap:${id} ${uri}`),
  ...layers.map((name) => `a=rid:${name} recv`),
  ...(layers.length > 0 ? [`a=simulcast:recv ${layers.join(';')}`] : []),
  ...(source === undefined
    ? []
    : [`a=msid:live ${media.kind}`, `a=ssrc:${source} cname:live`, `a=ssrc:${source} msid:live ${media.kind}`]),
]
