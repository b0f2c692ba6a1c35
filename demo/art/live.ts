/** The loops of the demo's live rooms: our own videos again, as VP8 and Opus, which every browser plays. Needs ffmpeg. */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const assets = join(import.meta.dirname, '..', 'assets')
const quiet = ['-y', '-loglevel', 'error', '-fflags', '+bitexact']

for (const name of ['marisol-loop', 'lulu-record', 'teo-dough']) {
  const source = ['-i', join(assets, `video-${name}.mp4`)]
  const video = join(assets, `live-${name}.ivf`)
  const audio = join(assets, `live-${name}.opus`)
  // A keyframe each second, for those who come in the middle.
  const vp8 =
    '-an -vf scale=854:480 -r 24 -c:v libvpx -b:v 500k -g 24 -keyint_min 24 -auto-alt-ref 0 -deadline good -cpu-used 1 -threads 1'
  execFileSync('ffmpeg', [...quiet, ...source, ...vp8.split(' '), '-flags:v', '+bitexact', video])
  const opus = '-vn -c:a libopus -b:a 48k -frame_duration 20'
  execFileSync('ffmpeg', [...quiet, ...source, ...opus.split(' '), '-flags:a', '+bitexact', audio])
  for (const file of [video, audio]) console.log(`${file} ${(statSync(file).size / 1024).toFixed(0)} kB`)
}
