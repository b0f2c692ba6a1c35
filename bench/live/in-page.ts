// Runs in pages of Chromium: each function is sent there as its own text, so it uses nothing from outside of itself.

/** One picture as it was presented: when, how old what it shows then was (nothing where its clock can't be read), and how many were presented so far. */
export interface Picture {
  at: number
  ageMs: number | null
  count: number
}
export interface Joined {
  /** All from the moment at which somebody asked to watch: until the server was asked, had answered, was connected, and its first picture was presented. */
  askedMs: number
  answeredMs: number
  connectedMs: number
  firstMs: number
}
interface Bench {
  /** The publisher's: their offer, or their answer to a viewer's. */
  publish(): Promise<void>
  answer(offer: string): Promise<string>
  /** The viewer's. */
  watch(): Promise<Joined>
  leave(): void
  connection(): RTCPeerConnection
  pictures: Picture[]
}
declare global {
  var bench: Bench
  /** Of the program that runs the bench: the offer of the other side, empty where it makes none; and what it says to ours. */
  function invite(): Promise<string>
  function exchange(sdp: string): Promise<string>
}

/** A camera that shows the time: 720p30 of moving blocks, over them 24 bits of the milliseconds and their parity as black and white fields; with a sound. */
export async function beCamera({ kbps }: { kbps: number }): Promise<void> {
  const [width, height, fields] = [1280, 720, 25]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')!
  const tile = Object.assign(document.createElement('canvas'), { width: width * 2, height })
  const brush = tile.getContext('2d')!
  for (let x = 0; x < tile.width; x += 40)
    for (let y = 0; y < height; y += 40) {
      brush.fillStyle = `hsl(${(x * 7 + y * 13) % 360} 60% ${30 + ((x * 3 + y * 5) % 40)}%)`
      brush.fillRect(x, y, 40, 40)
    }
  const draw = () => {
    const now = Date.now()
    pen.drawImage(tile, -(Math.floor(now / 10) % width), 0)
    const bits = [...Array(fields - 1).keys()].map((bit) => (now >>> bit) & 1)
    const parity = bits.reduce((sum, bit) => sum ^ bit, 0)
    for (const [field, bit] of [...bits, parity].entries()) {
      pen.fillStyle = bit ? '#fff' : '#000'
      pen.fillRect(Math.round((field * width) / fields), 0, Math.ceil(width / fields), 80)
    }
  }
  let drawn = 0
  const paint = (now: number) => {
    requestAnimationFrame(paint)
    const turn = Math.floor((now * 30) / 1000)
    if (turn !== drawn) draw()
    drawn = turn
  }
  requestAnimationFrame(paint)
  const media = canvas.captureStream()
  const [sound] = (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks()
  media.addTrack(sound!)
  let connection: RTCPeerConnection | undefined
  const open = () => {
    connection?.close()
    connection = new RTCPeerConnection()
    return connection
  }
  const prefer = (transceiver: RTCRtpTransceiver) => {
    const can = RTCRtpSender.getCapabilities('video')!.codecs
    transceiver.setCodecPreferences(can.filter(({ mimeType }) => ['video/VP8', 'video/rtx'].includes(mimeType)))
  }
  const gathered = async (from: RTCPeerConnection) => {
    while (from.iceGatheringState !== 'complete') await new Promise((done) => setTimeout(done, 5))
    return from.localDescription!.sdp
  }
  const limit = async (from: RTCPeerConnection) => {
    const sender = from.getSenders().find(({ track }) => track?.kind === 'video')!
    const parameters = sender.getParameters()
    for (const encoding of parameters.encodings) encoding.maxBitrate = kbps * 1000
    parameters.degradationPreference = 'maintain-resolution'
    await sender.setParameters(parameters)
  }
  globalThis.bench = {
    ...globalThis.bench,
    connection: () => connection!,
    async publish() {
      const made = open()
      for (const track of media.getTracks()) {
        const transceiver = made.addTransceiver(track, { direction: 'sendonly', streams: [media] })
        if (track.kind === 'video') prefer(transceiver)
      }
      await made.setLocalDescription()
      const answer = await exchange(await gathered(made))
      await made.setRemoteDescription({ type: 'answer', sdp: answer })
      await limit(made)
      while (made.connectionState !== 'connected') await new Promise((done) => setTimeout(done, 20))
    },
    async answer(offer) {
      const made = open()
      await made.setRemoteDescription({ type: 'offer', sdp: offer })
      for (const track of media.getTracks()) made.addTrack(track, media)
      for (const transceiver of made.getTransceivers())
        if (transceiver.sender.track?.kind === 'video') prefer(transceiver)
      await made.setLocalDescription()
      await limit(made)
      return gathered(made)
    },
  }
}

/** A viewer that reads the time off each picture that is presented. */
export function beViewer(): void {
  const fields = 25
  const across = 4
  const reader = Object.assign(document.createElement('canvas'), { width: fields * across, height: across })
  const pen = reader.getContext('2d', { willReadFrequently: true })!
  const video = Object.assign(document.createElement('video'), { autoplay: true, muted: true, width: 320, height: 180 })
  document.body.append(video)
  const pictures: Picture[] = []
  const ageOf = (now: number): number | null => {
    const { videoWidth: width, videoHeight: height } = video
    pen.drawImage(video, 0, height / 36, width, height / 18, 0, 0, reader.width, reader.height)
    const { data } = pen.getImageData(0, across / 2, reader.width, 1)
    const bits = [...Array(fields).keys()].map((field) => Number(data[(field * across + across / 2) * 4 + 1]! > 127))
    if (bits.reduce((sum, bit) => sum ^ bit, 0) !== 0) return null
    const shown = bits.slice(0, -1).reduce((sum, bit, place) => sum + bit * 2 ** place, 0)
    return (now - shown + 2 ** 24) % 2 ** 24
  }
  let connection: RTCPeerConnection | undefined
  globalThis.bench = {
    ...globalThis.bench,
    pictures,
    connection: () => connection!,
    leave: () => connection?.close(),
    async watch() {
      const began = performance.now()
      connection?.close()
      const made = new RTCPeerConnection()
      connection = made
      const since = () => performance.now() - began
      let [askedMs, connectedMs] = [0, 0]
      made.onconnectionstatechange = () => {
        if (made.connectionState === 'connected') connectedMs ||= since()
      }
      const media = new MediaStream()
      video.srcObject = media
      made.ontrack = ({ track }) => media.addTrack(track)
      const first = new Promise<number>((done) => {
        const next = (_: number, { presentedFrames }: VideoFrameCallbackMetadata) => {
          if (connection !== made) return
          const at = Date.now()
          done(since())
          pictures.push({ at, ageMs: ageOf(at), count: presentedFrames })
          video.requestVideoFrameCallback(next)
        }
        video.requestVideoFrameCallback(next)
      })
      const offer = await invite()
      if (offer) await made.setRemoteDescription({ type: 'offer', sdp: offer })
      else for (const kind of ['video', 'audio']) made.addTransceiver(kind, { direction: 'recvonly' })
      await made.setLocalDescription()
      askedMs = since()
      // Without its addresses: the other side learns them when it is reached.
      const answer = await exchange(made.localDescription!.sdp)
      const answeredMs = since()
      if (!offer) await made.setRemoteDescription({ type: 'answer', sdp: answer })
      const firstMs = await first
      return { askedMs, answeredMs, connectedMs, firstMs }
    },
  }
}
