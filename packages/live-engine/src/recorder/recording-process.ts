import { folderOf } from './files.ts'
import { Recorder } from './recorder.ts'
import { pictureOf, testStreams } from './testing.ts'

// Records until it is killed, and says when there are some segments; with `live`, in the time that pictures take, and how many were sent.

const isLive = process.argv[3] === 'live'

const recorder = new Recorder({
  folder: folderOf(process.argv[2]!, 'room', { keeps: true, at: Date.now() }),
  keeps: true,
  wantKeyframe() {},
  wrote: () => ++segments === 5 && !isLive && process.send!('recording'),
  failed: (error) => {
    throw error
  },
})
let segments = 0
let picture = 0
const { streams, video } = testStreams()
const pace = isLive ? { ms: 100, pictures: 3 } : { ms: 2, pictures: 30 }
setInterval(() => {
  for (let n = 0; n < pace.pictures; n++, picture++)
    for (const packet of pictureOf(picture, { isKeyframe: picture % 60 === 0 })) recorder.take(streams, video, packet)
  if (isLive) process.send!(picture)
}, pace.ms)
