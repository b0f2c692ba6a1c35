import type { Transport } from '@fanlight/contract/streaming'
import type * as LiveKit from 'livekit-client'

export type LiveKitTransport = Extract<Transport, { kind: 'livekit' }>

/** A room of a LiveKit server, and the library, which is read only where there is such a server. */
export async function openRoom(options: LiveKit.RoomOptions): Promise<{ room: LiveKit.Room; library: typeof LiveKit }> {
  const library = await import('livekit-client')
  library.setLogLevel('silent')
  const room = new library.Room({
    ...options,
    // A right leads in once: whoever is lost asks the product anew, as with any other engine.
    reconnectPolicy: { nextRetryDelayInMs: () => null },
    stopLocalTrackOnUnpublish: false,
  })
  return { room, library }
}

export const addressOf = ({ url }: LiveKitTransport): string => new URL(url, location.href).href
