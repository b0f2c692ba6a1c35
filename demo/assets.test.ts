import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasVideoEngine } from '@fanlight/server/testing/clip'
import { mediaEngine } from '@fanlight/server/modules/media/processing/engines'
import { sniff } from '@fanlight/server/modules/media/intake/sniff'
import { creators } from './seed-accounts.ts'

const assets = new URL('./assets/', import.meta.url)

test.skipIf(!(await hasVideoEngine()))(
  'every video and audio file of the demo data is intact',
  { timeout: 60_000 },
  async () => {
    const engine = await mediaEngine({ programFolders: (process.env['PATH'] ?? '').split(':') })
    const names = (await readdir(assets)).filter((name) => /^(video|audio)-/.test(name))
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) {
      const folder = await mkdtemp(join(tmpdir(), 'fanlight-asset-'))
      try {
        const path = new URL(name, assets)
        await copyFile(path, join(folder, 'source'))
        const input = await sniff(
          name.startsWith('video-') ? 'video' : 'audio',
          (await readFile(path)).subarray(0, 65_536),
        )
        const probe = await engine.probe(folder, input!.reader)
        expect(probe.durationMs, name).toBeGreaterThan(5000)
        expect(probe.audio, name).not.toBeNull()
        if (name.startsWith('video-')) expect(await engine.isWhole(folder, input!.reader, probe), name).toBe(true)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }
  },
)

test('no creator of the demo promises what the product does not have yet', () => {
  const missing = /\bcalls?\b|\bzoom\b/i
  const texts = creators.flatMap(({ tagline, bio, plans }) => [tagline, bio, plans.name, ...plans.perks])
  expect(texts.length).toBeGreaterThan(60)
  expect(texts.filter((text) => missing.test(text))).toEqual([])
})
