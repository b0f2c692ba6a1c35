import { folderOf } from './files.ts'
import { Recorder } from './recorder.ts'
import { pictureOf, testStreams } from './testing.ts'

// Records until it is killed, and says when there are some segments.

const recorder = new Recorder({
  folder: folderOf(process.argv[2]!, 'room', { keeps: true, at: Date.now() }),
  keeps: true,
  wantKeyframe() {},
  wrote: () => ++segments === 5 && process.send!('recording'),
  failed: (error) => {
    throw error
  },
})
let segments = 0
let picture = 0
const { streams, video } = testStreams()
setInterval(() => {
  for (let n = 0; n < 30; n++, picture++)
    for (const packet of pictureOf(picture, { isKeyframe: picture % 60 === 0 })) recorder.take(streams, video, packet)
}, 2)
