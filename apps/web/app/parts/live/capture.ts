import { saveDevice, savedDevice } from './saved-devices.ts'
import { Store } from './store.ts'

// The camera, the microphone and the screen of this device.

export type DeviceKind = 'camera' | 'microphone'
/** `denied`: the browser or its user; `busy`: another program has it; `unsupported`: a browser that can't send video. */
export type CaptureProblem = 'denied' | 'noCamera' | 'noMicrophone' | 'busy' | 'unsupported' | 'failed'
export interface Device {
  id: string
  name: string
}

export interface CaptureState {
  phase: 'idle' | 'asking' | 'ready' | 'refused'
  problem: CaptureProblem | null
  /** What is sent and shown: the screen while it is shared, otherwise the camera. */
  video: MediaStreamTrack | null
  audio: MediaStreamTrack | null
  devices: Record<DeviceKind, readonly Device[]>
  chosen: Record<DeviceKind, string>
  isMuted: boolean
  isCameraOff: boolean
  isScreen: boolean
  /** Nobody sees or hears anything, whatever is switched on. */
  isPaused: boolean
  /** The camera that is shown gives no picture, as after a phone call. It is opened again as soon as it can be; `problem` says what is in the way. */
  isInterrupted: boolean
}

const nothing: CaptureState = {
  phase: 'idle',
  problem: null,
  video: null,
  audio: null,
  devices: { camera: [], microphone: [] },
  chosen: { camera: '', microphone: '' },
  isMuted: false,
  isCameraOff: false,
  isScreen: false,
  isPaused: false,
  isInterrupted: false,
}
const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }
const sound = { echoCancellation: true, noiseSuppression: true }
/** A phone call takes the microphone away for a moment; longer than this, it doesn't give it back. */
const mutedMsMax = 2_000
/** How long a device that can't be opened again is left alone. */
const retryMs = [1_000, 2_000, 4_000, 5_000]
type Wanted = Partial<Record<DeviceKind, boolean>>

export const canCapture = (): boolean =>
  typeof navigator !== 'undefined' && 'mediaDevices' in navigator && 'RTCPeerConnection' in globalThis
export const canShareScreen = (): boolean => canCapture() && 'getDisplayMedia' in navigator.mediaDevices

/** Whether camera and microphone open without a question. Browsers that don't say so are taken to ask. */
export async function isAllowed(): Promise<boolean> {
  try {
    const names = ['camera', 'microphone'] as PermissionName[]
    const found = await Promise.all(names.map((name) => navigator.permissions.query({ name })))
    return found.every(({ state }) => state === 'granted')
  } catch {
    return false
  }
}

/** Tracks that end by themselves, as after a phone call, are opened again as soon as the page is seen. */
export class Capture extends Store<CaptureState> {
  #camera: MediaStreamTrack | null = null
  #screen: MediaStreamTrack | null = null
  #isReopening = false
  /** The tracks say that they live, and give no picture. */
  #isStill = false
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #left = new AbortController()

  constructor() {
    super(nothing)
  }

  /** Opens camera and microphone: those that were chosen the last time, where they are there. */
  async open(): Promise<void> {
    if (!canCapture()) return this.set({ phase: 'refused', problem: 'unsupported' })
    if (this.state.phase === 'asking') return
    if (this.#left.signal.aborted) this.#left = new AbortController()
    const { signal } = this.#left
    this.set({ phase: 'asking', problem: null })
    try {
      const media = await this.#request({ camera: savedDevice('camera'), microphone: savedDevice('microphone') })
      if (signal.aborted) return stopAll(media.getTracks())
      this.#take(media)
      await this.#list()
      this.set({ phase: 'ready' })
    } catch (error) {
      if (!signal.aborted) this.set({ phase: 'refused', problem: await problemOf(error) })
      return
    }
    navigator.mediaDevices.addEventListener('devicechange', () => void this.#list(), { signal })
    // Whoever comes back has made way for the camera, or has allowed it again.
    document.addEventListener('visibilitychange', () => this.retry(), { signal })
  }

  /** Changes to another device. Throws where it can't be opened; the one before then goes on. */
  async choose(kind: DeviceKind, id: string): Promise<void> {
    const wanted = { deviceId: { exact: id } }
    const media = await navigator.mediaDevices.getUserMedia(
      kind === 'camera' ? { video: { ...picture, ...wanted } } : { audio: { ...sound, ...wanted } },
    )
    if (this.#left.signal.aborted) return stopAll(media.getTracks())
    saveDevice(kind, id)
    this.#take(media)
  }

  setMuted(isMuted: boolean): void {
    this.set({ isMuted })
    this.#apply()
  }
  setCameraOff(isCameraOff: boolean): void {
    this.set({ isCameraOff })
    this.#apply()
  }
  pause(isPaused: boolean): void {
    this.set({ isPaused })
    this.#apply()
  }

  /** Nothing changes where no screen is chosen. */
  async shareScreen(): Promise<void> {
    const media = await navigator.mediaDevices
      .getDisplayMedia({ video: { frameRate: { ideal: 30 } } })
      .catch(() => null)
    const [screen] = media?.getVideoTracks() ?? []
    if (!screen) return
    if (this.#left.signal.aborted) return screen.stop()
    screen.contentHint = 'detail'
    screen.addEventListener('ended', () => this.stopScreen())
    this.#screen?.stop()
    this.#screen = screen
    this.#show()
  }
  stopScreen(): void {
    this.#screen?.stop()
    this.#screen = null
    this.#show()
  }

  /** The camera says that it runs, and no picture comes: both are opened anew. */
  reopen(): void {
    if (this.state.phase !== 'ready' || this.state.isInterrupted) return
    this.#isStill = true
    this.#check()
  }

  /** Tries again now what has failed. */
  retry(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#tries = 0
    if (this.state.isInterrupted) this.set({ problem: null })
    this.#check()
  }

  close(): void {
    this.#left.abort()
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#isStill = false
    stopAll([this.#camera, this.#screen, this.state.audio])
    this.#camera = null
    this.#screen = null
    this.set(nothing)
  }

  #request(
    { camera, microphone }: Record<DeviceKind, string>,
    wanted: Wanted = { camera: true, microphone: true },
  ): Promise<MediaStream> {
    // Not `exact`: a device that was unplugged is no reason to have none.
    return navigator.mediaDevices.getUserMedia({
      ...(wanted.camera && {
        video: { ...picture, ...(camera ? { deviceId: { ideal: camera } } : { facingMode: 'user' }) },
      }),
      ...(wanted.microphone && { audio: { ...sound, ...(microphone && { deviceId: { ideal: microphone } }) } }),
    })
  }

  #take(media: MediaStream): void {
    const [camera] = media.getVideoTracks()
    const [audio] = media.getAudioTracks()
    if (camera) {
      this.#camera?.stop()
      this.#camera = camera
      this.#isStill = false
    }
    if (audio) this.state.audio?.stop()
    for (const track of media.getTracks()) this.#watch(track)
    this.set({
      ...(audio && { audio }),
      chosen: {
        camera: camera?.getSettings().deviceId ?? this.state.chosen.camera,
        microphone: audio?.getSettings().deviceId ?? this.state.chosen.microphone,
      },
    })
    this.#show()
  }

  #watch(track: MediaStreamTrack): void {
    const { signal } = this.#left
    track.addEventListener('ended', () => this.#check(), { signal })
    track.addEventListener('unmute', () => this.#check(), { signal })
    // A page that is not seen may get no more time soon.
    const muted = () => (document.hidden ? this.#check() : setTimeout(() => this.#check(), mutedMsMax))
    track.addEventListener('mute', muted, { signal })
  }

  /** Which devices give nothing any more. */
  #dead(): Wanted {
    const isDead = (track: MediaStreamTrack | null) =>
      track !== null && (this.#isStill || track.readyState === 'ended' || track.muted)
    return { camera: isDead(this.#camera), microphone: isDead(this.state.audio) }
  }

  #check(): void {
    if (this.#left.signal.aborted || this.state.phase !== 'ready') return
    const dead = this.#dead()
    this.#say(dead)
    if (!document.hidden && !this.#retry && (dead.camera || dead.microphone)) void this.#reopen(dead)
  }

  #say({ camera: isDead = false }: Wanted): void {
    const isInterrupted = isDead && this.#screen === null
    if (isInterrupted !== this.state.isInterrupted)
      this.set({ isInterrupted, ...(!isInterrupted && { problem: null }) })
  }

  async #reopen(wanted: Wanted): Promise<void> {
    if (this.#isReopening) return
    this.#isReopening = true
    const { signal } = this.#left
    try {
      await this.#open(wanted, signal)
    } catch (error) {
      if (!signal.aborted) await this.#failed(error, signal)
    } finally {
      this.#isReopening = false
    }
    if (signal.aborted) return
    this.#say(this.#dead())
  }

  /** One of two that is still taken must not keep the other one away. Rejects where neither opens. */
  async #open(wanted: Wanted, signal: AbortSignal): Promise<void> {
    const open = async (these: Wanted) => {
      const media = await this.#request(this.state.chosen, these)
      if (signal.aborted) return stopAll(media.getTracks())
      this.#take(media)
      this.#tries = 0
    }
    if (!wanted.camera || !wanted.microphone) return open(wanted)
    try {
      await open(wanted)
    } catch {
      await open({ camera: true })
      await open({ microphone: true })
    }
  }

  /** Whoever has forbidden it is not asked over and over. */
  async #failed(error: unknown, signal: AbortSignal): Promise<void> {
    const problem = await problemOf(error)
    if (signal.aborted) return
    if (this.state.isInterrupted) this.set({ problem })
    if (problem === 'denied') return
    const wait = retryMs[Math.min(this.#tries++, retryMs.length - 1)]!
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#check()
    }, wait)
  }

  #show(): void {
    this.set({ video: this.#screen ?? this.#camera, isScreen: this.#screen !== null })
    this.#apply()
    this.#say(this.#dead())
  }
  #apply(): void {
    const { audio, isMuted, isCameraOff, isPaused } = this.state
    if (audio) audio.enabled = !isMuted && !isPaused
    if (this.#camera) this.#camera.enabled = !isCameraOff && !isPaused
    if (this.#screen) this.#screen.enabled = !isPaused
  }

  async #list(): Promise<void> {
    const found = await navigator.mediaDevices.enumerateDevices()
    const named = (kind: MediaDeviceKind) =>
      found
        .filter((device) => device.kind === kind && device.deviceId !== '')
        .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
    this.set({ devices: { camera: named('videoinput'), microphone: named('audioinput') } })
  }
}

function stopAll(tracks: readonly (MediaStreamTrack | null)[]): void {
  for (const track of tracks) track?.stop()
}

async function problemOf(error: unknown): Promise<CaptureProblem> {
  const { name } = error as DOMException
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  if (name !== 'NotFoundError') return 'failed'
  const found = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return found.some(({ kind }) => kind === 'videoinput') ? 'noMicrophone' : 'noCamera'
}
