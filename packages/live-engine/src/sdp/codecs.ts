import type { OfferedCodec, OfferedMedia } from './offer.ts'

/** Constrained baseline: what OBS, phones and recordings can all do without being encoded again. */
const plainProfile = '42e0'

const profileOf = ({ parameters }: OfferedCodec): string =>
  (/profile-level-id=([0-9a-f]{6})/i.exec(parameters)?.[1] ?? '42e01f').toLowerCase()

/**
 * The offered form of `name` that a room can take. Of H264 only packets of one mode (packetization-mode=1) are forwarded, and a viewer has to decode the
 * profile that the room runs (`like`).
 */
export function chooseCodec(media: OfferedMedia, name: string, like?: OfferedCodec): OfferedCodec | undefined {
  const named = media.codecs.filter((codec) => codec.name.toLowerCase() === name.toLowerCase())
  if (name !== 'H264') return named[0]
  const usable = named.filter((codec) => /packetization-mode=1/.test(codec.parameters))
  const wanted = like ? profileOf(like).slice(0, 4) : plainProfile
  return usable.find((codec) => profileOf(codec).startsWith(wanted)) ?? (like ? undefined : usable[0])
}

/** How `codec` is sent again where it was lost (RFC 4588). */
export const retransmissionOf = (media: OfferedMedia, codec: OfferedCodec): OfferedCodec | undefined =>
  media.codecs.find(({ name, parameters }) => name === 'rtx' && parameters === `apt=${codec.payloadType}`)
