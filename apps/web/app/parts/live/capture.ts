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
}
const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }
const sound = { echoCancellation: true, noiseSuppression: true }
/** A phone call takes the microphone away for a moment; longer than this, it doesn't give it back. */
const mutedMsMax = 2_000

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
    document.addEventListener('visibilitychange', () => this.#check(), { signal })
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

  /** Opens both anew: the camera says that it runs, and no picture comes. */
  async reopen(): Promise<void> {
    if (this.#isReopening || this.#left.signal.aborted || this.state.phase !== 'ready') return
    this.#isReopening = true
    try {
      const { camera, microphone } = this.state.chosen
      this.#take(await this.#request({ camera, microphone }))
    } catch {
      // The device is still taken: when the page is seen again, or at the next sign of it.
    } finally {
      this.#isReopening = false
    }
  }

  close(): void {
    this.#left.abort()
    stopAll([this.#camera, this.#screen, this.state.audio])
    this.#camera = null
    this.#screen = null
    this.set(nothing)
  }

  #request({ camera, microphone }: Record<DeviceKind, string>): Promise<MediaStream> {
    // Not `exact`: a device that was unplugged is no reason to have none.
    return navigator.mediaDevices.getUserMedia({
      video: { ...picture, ...(camera ? { deviceId: { ideal: camera } } : { facingMode: 'user' }) },
      audio: { ...sound, ...(microphone && { deviceId: { ideal: microphone } }) },
    })
  }

  #take(media: MediaStream): void {
    const [camera] = media.getVideoTracks()
    const [audio] = media.getAudioTracks()
    if (camera) {
      this.#camera?.stop()
      this.#camera = camera
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
    track.addEventListener('mute', () => setTimeout(() => this.#check(), mutedMsMax), { signal })
  }
  #check(): void {
    const isDead = (track: MediaStreamTrack | null) => track !== null && (track.readyState === 'ended' || track.muted)
    if (!document.hidden && (isDead(this.#camera) || isDead(this.state.audio))) void this.reopen()
  }

  #show(): void {
    this.set({ video: this.#screen ?? this.#camera, isScreen: this.#screen !== null })
    this.#apply()
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
