import type Hls from 'hls.js'
import type { Way } from './watch.ts'

/** Segments are two seconds long: a stall of less mends itself. */
const stillMs = 12_000

/** HLS, some seconds behind: over the connection of the page, for networks that let nothing else through and browsers without WebRTC. */
export const hls: Way = {
  isDelayed: true,
  stillMs,
  isPossible: () => true,
  takes: 'webrtc-http',
  async open(transport, video, { signal, onLost }) {
    if (transport.kind !== 'webrtc-http' || transport.hlsFallback === undefined) return 'unplayable'
    const { hlsFallback } = transport
    const { default: Player } = await import('hls.js/light')
    if (signal.aborted) return 'lost'
    video.srcObject = null
    if (!Player.isSupported()) return playNatively(video, hlsFallback, { signal, onLost })
    const player: Hls = new Player({ liveSyncDurationCount: 2, liveMaxLatencyDurationCount: 6, backBufferLength: 30 })
    signal.addEventListener('abort', () => player.destroy())
    return new Promise((done) => {
      let isOpen = false
      let hasRecovered = false
      player.on(Player.Events.MANIFEST_PARSED, () => {
        isOpen = true
        // Those that this browser can't play are gone from the list. The others are one picture in two sounds: the first of them is kept.
        player.loadLevel = player.firstLevel
        done('open')
      })
      player.on(Player.Events.ERROR, (_event, { fatal, type, details, response }) => {
        if (!fatal) return
        if (type === Player.ErrorTypes.MEDIA_ERROR && isOpen && !hasRecovered) {
          hasRecovered = true
          const wasPlaying = !video.paused
          player.recoverMediaError()
          // The element is given its source anew, which pauses it.
          if (wasPlaying) void video.play().catch(() => undefined)
          return
        }
        const isForeign = details === Player.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR || response?.code === 406
        if (isForeign) done('unplayable')
        else done(response?.code === 404 ? 'waiting' : 'lost')
        if (isOpen) onLost()
      })
      signal.addEventListener('abort', () => done('lost'))
      player.loadSource(new URL(hlsFallback, location.href).href)
      player.attachMedia(video)
    })
  },
}

/** Browsers without Media Source Extensions, as those of older iPhones, play the list by themselves. */
function playNatively(
  video: HTMLVideoElement,
  address: string,
  { signal, onLost }: { signal: AbortSignal; onLost: () => void },
): 'open' | 'unplayable' {
  if (video.canPlayType('application/vnd.apple.mpegurl') === '') return 'unplayable'
  video.src = address
  video.addEventListener('error', onLost, { signal })
  signal.addEventListener('abort', () => {
    video.removeAttribute('src')
    video.load()
  })
  return 'open'
}
