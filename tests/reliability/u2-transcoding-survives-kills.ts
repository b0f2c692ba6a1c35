import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { accountOfToken } from '@fanlight/server/modules/people/accounts/auth/identify'
import { baseOf } from '@fanlight/server/modules/media/serving/address'
import { loadFiles, presentFile } from '@fanlight/server/modules/media/serving/present'
import { filesReady } from '@fanlight/server/modules/media/processing/processing'
import {
  buildItemAround,
  buildUploadedFile,
  imagesOf,
  partsOf as namedIn,
  samples,
} from '@fanlight/server/modules/media/testing'
import type { Viewer } from '@fanlight/server/platform/viewer'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { processEnvironment, type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'

// A worker is killed repeatedly while it transcodes videos and images; a client requests them all the time. No media may appear
// in part: a file either can't be shown and has no address, or every address of it answers. A video that still grows names only
// parts that are there, and never fewer than before.

const worker = fileURLToPath(new URL('./transcode-worker.ts', import.meta.url))
const pollEveryMs = 50
const killWithinMs = 600

export const check: ReliabilityCheck = {
  id: 'U2',
  title: 'nothing is ever half published',
  async run({ tier, random }) {
    const server = await startTestServer()
    const violations: string[] = []
    const seen: Seen = new Map()
    let checks = 0
    try {
      const creator = await buildPerformer(server.ctx)
      const { files, kills } = sabotaged('U2') ? { files: 1, kills: 0 } : counts.U2[tier]
      const ids = await uploads(server, creator, files)
      const itemId = await buildItemAround(server.ctx, { performerId: creator.id, main: ids, status: 'processing' })
      let isOver = false
      const watching = (async () => {
        while (!isOver) {
          checks += await checkFiles(server, creator, ids, seen, violations)
          await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
        }
      })()
      for (let kill = 0; kill < kills; kill++) {
        const child = startWorker(server, ids)
        await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
        await new Promise((resolve) => setTimeout(resolve, random() * killWithinMs))
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      await once(startWorker(server, ids), 'exit')
      isOver = true
      await watching
      const last = await loadFiles(server.ctx, ids)
      for (const file of last.values())
        if (file.status !== 'ready') violations.push(`${file.kind} ended as ${file.status}`)
      checks += await checkFiles(server, creator, ids, seen, violations)
      if (!(await filesReady(server.ctx, itemId))) violations.push('an item of ready files is not ready')
    } finally {
      await server.stop()
    }
    return { n: counts.U2[tier].kills + checks, violations: [...new Set(violations)] }
  },
}

function startWorker(server: TestServer, ids: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--no-warnings', worker, server.ownerUrl, server.ctx.config.dataDir, ...ids], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin', ...processEnvironment() },
  })
}

async function uploads(server: TestServer, creator: Built, count: number): Promise<string[]> {
  const kinds = [
    { kind: 'photo', purpose: 'feed-photo', mime: 'image/jpeg', bytes: () => samples.photo(600, 400) },
    // Made anew, in several parts, so that it is watched while it grows; small, so that most of the time goes to being killed.
    {
      kind: 'video',
      purpose: 'feed-video',
      mime: 'video/webm',
      bytes: () => samples.webm({ size: '256x144', length: 14 }),
    },
    {
      kind: 'video',
      purpose: 'feed-video',
      mime: 'video/mp4',
      bytes: () => samples.video({ size: '256x144', length: 1 }),
    },
    { kind: 'audio', purpose: 'feed-audio', mime: 'audio/mpeg', bytes: () => samples.audio() },
  ] as const
  const ids = []
  for (let index = 0; index < count; index++) {
    const { bytes, ...kind } = kinds[index % kinds.length]!
    ids.push(await buildUploadedFile(server.ctx, { ownerId: creator.id, ...kind, bytes: await bytes() }))
  }
  return ids
}

/** Everything that can be seen of these files right now; what is shown must be whole. */
async function checkFiles(
  server: TestServer,
  creator: Built,
  ids: readonly string[],
  seen: Seen,
  violations: string[],
): Promise<number> {
  const { ctx, app } = server
  const found = (await accountOfToken(ctx, creator.token))!
  const viewer: Viewer = {
    kind: 'signed-in',
    ...found.account,
    address: '127.0.0.1',
    country: null,
    locale: 'en-US',
    age: 'none' as const,
  }
  const request = (url: string) => app.inject({ method: 'GET', url, headers: { authorization: creator.token } })
  let checks = 0
  for (const [id, file] of await loadFiles(ctx, ids)) {
    const shown = presentFile(ctx, file, viewer, { granted: true })
    if (shown.isLocked) continue
    const urls = imagesOf(shown).map((entry) => entry.url)
    for (const name of [shown.audio, shown.waveform, shown.sprite?.name]) if (name) urls.push(shown.base + name)
    if (!file.isPlayable) {
      if (urls.length + (shown.hls ? 1 : 0) > 0) violations.push(`a ${file.kind} that is ${shown.status} has addresses`)
      // An address that was made up must not give access either.
      if (shown.status === 'processing') {
        const early = await request(`${baseOf(ctx, viewer, 'display', id)}master.m3u8`)
        // It may have become ready between the two looks.
        const stillMaking = (await loadFiles(ctx, [id])).get(id)?.isPlayable === false
        if (early.statusCode !== 404 && stillMaking)
          violations.push(`a ${file.kind} in the making answered ${early.statusCode}`)
      }
      continue
    }
    if (urls.length === 0) violations.push(`a ${file.kind} can be shown and has nothing to show`)
    if (file.kind === 'video') {
      if (!shown.hls) violations.push('a video can be shown and can’t be played')
      else urls.push(...(await partsOf(request, { ...shown, hls: shown.base + shown.hls }, seen, violations)))
    }
    for (const url of urls) {
      checks++
      const reply = await request(url)
      if (reply.statusCode !== 200 || reply.rawPayload.length === 0)
        violations.push(`${url.split('/').at(-1)} of a ${file.kind} that can be shown answered ${reply.statusCode}`)
    }
  }
  return checks
}

/** How many parts a quality of a video was seen to have. */
type Seen = Map<string, number>

async function partsOf(
  request: (url: string) => Promise<{ statusCode: number; payload: string }>,
  video: { _id: string; status: string; hls: string },
  seen: Seen,
  violations: string[],
): Promise<string[]> {
  const list = await request(video.hls)
  if (list.statusCode !== 200) violations.push(`the playlist of a video answered ${list.statusCode}`)
  const renditions = list.statusCode === 200 ? namedIn(video.hls, list.payload) : []
  if (list.statusCode === 200 && renditions.length === 0) violations.push('a video can be shown in no quality')
  const sizes = [...list.payload.matchAll(/RESOLUTION=(\d+x\d+)/g)].map((entry) => entry[1])
  const parts = []
  for (const [index, rendition] of renditions.entries()) {
    const playlist = await request(rendition)
    const named = playlist.statusCode === 200 ? namedIn(rendition, playlist.payload) : []
    const key = `${video._id} ${sizes[index]}`
    if (named.length < 2) violations.push('a playlist names nothing to play')
    if (named.length < (seen.get(key) ?? 0)) violations.push('a playlist became shorter while people watched')
    seen.set(key, named.length)
    if (video.status === 'ready' && !playlist.payload.includes('#EXT-X-ENDLIST'))
      violations.push('a video is ready and its playlist has no end')
    parts.push(...named)
  }
  return parts
}
