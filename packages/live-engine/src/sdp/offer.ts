export interface OfferedCodec {
  payloadType: number
  name: string
  clock: number
  channels: number
  parameters: string
}
export interface OfferedMedia {
  kind: string
  mid: string
  payloadTypes: number[]
  codecs: OfferedCodec[]
  extensions: { id: number; uri: string }[]
  /** Sources that are announced; the second of a pair is its retransmission. */
  sources: number[]
  pair?: { media: number; retransmission: number }
  /** The names of the sizes in which it is sent at once (RFC 8853); none where it is sent in one. */
  layers: string[]
}
export interface Offer {
  ufrag: string
  password: string
  fingerprint: string
  /** It was written by libdatachannel, as those of OBS are. */
  isLibdatachannel: boolean
  media: OfferedMedia[]
}

const bytesMax = 64 * 1024
const mediaMax = 8

/** Reads an SDP offer (RFC 8829) as far as a room needs it. Undefined where it is not one: no media, no credentials, too long. */
export function readOffer(text: string): Offer | undefined {
  if (text.length > bytesMax || !text.startsWith('v=0')) return undefined
  const [session = [], ...sections] = sectionsOf(text.split(/\r?\n/).filter(Boolean))
  if (sections.length === 0 || sections.length > mediaMax) return undefined
  const first = (name: string) => attribute(sections[0]!, name) ?? attribute(session, name)
  const [ufrag, password, fingerprint] = [first('ice-ufrag'), first('ice-pwd'), first('fingerprint')]
  if (!isCredential(ufrag, 4) || !isCredential(password, 22)) return undefined
  if (fingerprint === undefined || !/^sha-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}$/i.test(fingerprint)) return undefined
  const isLibdatachannel = session.some((line) => line.startsWith('o=rtc '))
  return { ufrag, password, fingerprint, isLibdatachannel, media: sections.map(readMedia) }
}

const isCredential = (value: string | undefined, least: number): value is string =>
  value !== undefined && value.length >= least && /^[A-Za-z0-9+/]{1,256}$/.test(value)

function sectionsOf(lines: readonly string[]): string[][] {
  const sections: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([])
    sections.at(-1)!.push(line)
  }
  return sections
}

const attribute = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(`a=${name}:`))?.slice(name.length + 3)

const matches = (lines: readonly string[], pattern: RegExp): RegExpExecArray[] =>
  lines.map((line) => pattern.exec(line)).filter((found) => found !== null)

function readMedia(lines: string[]): OfferedMedia {
  const [kind = '', , , ...types] = lines[0]!.slice(2).split(' ')
  const parameters = new Map(matches(lines, /^a=fmtp:(\d+) (.*)$/).map(([, type, value]) => [Number(type), value!]))
  const [simulcast] = matches(lines, /^a=simulcast:send (\S+)/)
  const named = new Set(matches(lines, /^a=rid:(\S+) send/).map(([, name]) => name!))
  const [pair] = matches(lines, /^a=ssrc-group:FID (\d+) (\d+)/)
  return {
    kind,
    mid: attribute(lines, 'mid') ?? '',
    payloadTypes: types.map(Number).filter((type) => type >= 0 && type < 128),
    codecs: matches(lines, /^a=rtpmap:(\d+) ([^/ ]+)\/(\d+)(?:\/(\d+))?/).map(([, type, name, clock, channels]) => ({
      payloadType: Number(type) & 0x7f,
      name: name!,
      clock: Number(clock),
      channels: Number(channels ?? 1),
      parameters: parameters.get(Number(type)) ?? '',
    })),
    extensions: matches(lines, /^a=extmap:(\d+)(?:\/\w+)? (\S+)/).map(([, id, uri]) => ({ id: Number(id), uri: uri! })),
    sources: [...new Set(matches(lines, /^a=ssrc:(\d+)/).map(([, source]) => Number(source) >>> 0))],
    layers: simulcast?.[1]!.split(';').filter((name) => named.has(name)) ?? [],
    ...(pair && { pair: { media: Number(pair[1]) >>> 0, retransmission: Number(pair[2]) >>> 0 } }),
  }
}
