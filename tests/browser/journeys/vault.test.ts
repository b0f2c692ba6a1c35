import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { makePhoto } from '../material.ts'
import { smallTargets } from '../targets.ts'
import { addCreator, addStaff, narrowPhone, sideways, signedIn } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A creator uploads files to the vault. The server is killed while a large one is on its way, and the upload goes on where it stopped.
// Then one photo is in a post and a product, without a second copy.

const t = texts('en-US')
let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, { name: 'Ines Valloy', username: 'valloyclay' }, 'maralindt')
  page = await signedIn(stage, 'valloyclay')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const MiB = 1024 * 1024
/** An audio file that is no silence: large, and quick to read. */
async function makeLargeAudio(name: string, bytes: number): Promise<string> {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(bytes - 8, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(2, 22)
  head.writeUInt32LE(48_000, 24)
  head.writeUInt32LE(192_000, 28)
  head.writeUInt16LE(4, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes - 44, 40)
  const body = Buffer.alloc(bytes - 44)
  for (let at = 0; at < body.length; at += 4) body.writeInt32LE((at * 2_654_435) | 0, at)
  const path = join(stage.folder, name)
  await writeFile(path, Buffer.concat([head, body]))
  return path
}
const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  try {
    return (await db.query(text, values)).rows as Row[]
  } finally {
    await db.end()
  }
}
const chooser = () => page.getByLabel(t('studio.vault.upload'))
const fits = async () => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
}

describe('the vault', () => {
  oneStory()
  it('is empty at first', async () => {
    await page.goto('/creator/vault')
    await page.getByText(t('studio.vault.empty')).waitFor()
    await fits()
  })

  it('takes several photos, and recognises one that is there already', async () => {
    const photos = await Promise.all([20, 120, 220].map((hue) => makePhoto(stage.folder, `kiln-${hue}`, hue)))
    await chooser().setInputFiles(photos)
    const done = t('studio.vault.uploadsDone', { done: 3, total: 3 })
    await page.getByRole('status').filter({ hasText: done }).waitFor({ timeout: 60_000 })
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select kiln/ }).count()).toBe(3)
    await chooser().setInputFiles(photos[0]!)
    await page.getByRole('button', { name: t('studio.vault.useExisting') }).waitFor()
    // The question is what one reads next; what is finished no longer uploads.
    const question = page.locator('[data-twin]')
    await expect.poll(() => question.evaluate((row) => row === document.activeElement)).toBe(true)
    expect(
      await question.evaluate((row) => document.getElementById(row.getAttribute('aria-labelledby')!)?.textContent),
    ).toBe(`kiln-20.jpg${t('studio.vault.duplicateOf', { name: 'kiln-20.jpg' })}`)
    const uploads = page.getByRole('region', { name: t('studio.vault.uploading') })
    await expect.poll(() => uploads.getByText(t('studio.editor.ready')).count()).toBe(3)
    expect(await uploads.getByRole('progressbar').count()).toBe(0)
    // Who types keeps the field; the question is said.
    const search = page.getByRole('searchbox', { name: t('studio.vault.search') })
    await search.focus()
    await chooser().setInputFiles(photos[1]!)
    await question.nth(1).getByRole('alert').waitFor()
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
    await question
      .nth(1)
      .getByRole('button', { name: t('studio.editor.remove', { name: 'kiln-120.jpg' }) })
      .click()
    for (const size of [narrowPhone, page.viewportSize()!]) {
      await page.setViewportSize(size)
      expect(await smallTargets(page)).toEqual([])
    }
    await fits()
    await page.getByRole('button', { name: t('studio.vault.useExisting') }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select kiln/ }).count()).toBe(1)
    expect(await query('SELECT id FROM files')).toHaveLength(3)
  })

  it('goes on with large files of a phone and a desktop after the server was killed', {
    timeout: 240_000,
  }, async () => {
    const small = await signedIn(stage, 'valloyclay', narrowPhone)
    const sent = await Promise.all(
      [
        { from: page, name: 'kiln-room.wav' },
        { from: small, name: 'glaze-room.wav' },
      ].map(async ({ from, name }) => {
        const path = await makeLargeAudio(name, 40 * MiB)
        const waiting: Route[] = []
        let isThere = true
        // The first part arrives; the next is on its way when the server goes, however busy the machine is.
        await from.route('**/api/uploads/*', async (route) => {
          const request = route.request()
          const isLater = request.method() === 'PATCH' && request.headers()['upload-offset'] !== '0'
          if (isThere && isLater) waiting.push(route)
          else await route.continue()
        })
        await from.goto('/creator/vault')
        await from.getByLabel(t('studio.vault.upload')).setInputFiles(path)
        const row = from.getByRole('listitem').filter({ hasText: name })
        await row.getByRole('button', { name: t('studio.vault.pause', { name }) }).waitFor({ timeout: 60_000 })
        await expect.poll(() => waiting.length, { timeout: 60_000 }).toBe(1)
        const cutOff = async () => {
          isThere = false
          for (const route of waiting) await route.abort('connectionreset')
        }
        return { name, path, cutOff }
      }),
    )
    const stored = () =>
      query<{ name: string; sha256: string }>(
        `SELECT original_name AS name, encode(sha256, 'hex') AS sha256 FROM files WHERE original_name LIKE '%-room.wav'
          ORDER BY original_name DESC`,
      )
    await stage.copy.kill()
    expect(await stored()).toEqual([])
    for (const { cutOff } of sent) await cutOff()
    await stage.copy.startAgain()
    await expect.poll(stored, { timeout: 60_000, interval: 200 }).toHaveLength(2)
    const hashOf = async (path: string) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    expect(await stored()).toEqual(
      await Promise.all(sent.map(async ({ name, path }) => ({ name, sha256: await hashOf(path) }))),
    )
    await small.context().close()
  })

  it('goes on after the page was closed, when the same file is chosen again', { timeout: 120_000 }, async () => {
    const path = await makeLargeAudio('wheel-hum.wav', 24 * MiB)
    await page.goto('/creator/vault')
    await page.route('**/api/uploads/*', async (route) => {
      // The first part arrives; the second stays on its way.
      if (route.request().headers()['upload-offset'] === '0' || route.request().method() !== 'PATCH')
        await route.continue()
    })
    await chooser().setInputFiles(path)
    await expect
      .poll(() => query(`SELECT id FROM uploads WHERE is_inspected AND finished_at IS NULL`), { timeout: 60_000 })
      .toHaveLength(1)
    await page.goto('/creator')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('/creator/vault')
    await page.getByText(/Not finished in this browser: wheel-hum\.wav/).waitFor()
    const parts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') parts.push(request.headers()['upload-offset'] ?? '')
    })
    await chooser().setInputFiles(path)
    await expect
      .poll(() => query(`SELECT id FROM files WHERE original_name = 'wheel-hum.wav'`), { timeout: 60_000 })
      .toHaveLength(1)
    expect(parts).toEqual([String(16 * MiB)])
  })

  it('makes a post of a photo, and the same photo is chosen for a product', async () => {
    await page.goto('/creator/vault?kind=photo')
    await page.getByRole('checkbox', { name: 'Select kiln-20' }).check()
    await page.getByRole('button', { name: t('studio.vault.newPost') }).click()
    await page.waitForURL('**/creator/posts/new')
    await page.getByText('kiln-20').first().waitFor()
    await page.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await page.waitForURL('**/creator/posts')
    await page.goto('/creator/products/new')
    await page
      .getByRole('button', { name: t('studio.vault.choose') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /kiln-20/ }).click()
    await fits()
    await dialog.getByRole('button', { name: t('studio.vault.add'), exact: true }).click()
    await page.getByLabel(/^Title/).fill('Kiln print')
    await page.getByLabel(t('studio.editor.price')).fill('25')
    await page.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await page.waitForURL('**/creator/products')
    expect(await query(`SELECT id FROM files WHERE original_name LIKE 'kiln-20%'`)).toHaveLength(1)
    await page.goto('/creator/vault?kind=photo')
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .click()
    const window = page.getByRole('dialog')
    await window.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    expect(await window.locator('img').evaluate((image) => image.getBoundingClientRect().width)).toBeGreaterThan(300)
    if (process.env['JOURNEY_SHOTS']) await page.screenshot({ path: `${process.env['JOURNEY_SHOTS']}/vault-file.png` })
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'detached' })
    await page.goto('/creator/vault?use=used')
    await page.getByText('Kiln print').waitFor()
  })

  it('deletes what nothing uses, and nothing else', async () => {
    await page.goto('/creator/vault?kind=photo')
    for (const name of ['kiln-20', 'kiln-120']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await fits()
    await page.getByRole('button', { name: t('studio.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('studio.delete') })
      .click()
    await page
      .getByText(t('studio.vault.deletedSome', { deleted: 1, used: 1 }))
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select kiln/ }).count()).toBe(2)
  })

  it('fits a small phone', async () => {
    const small = await signedIn(stage, 'valloyclay', narrowPhone)
    await small.goto('/creator/vault')
    await small.getByText('kiln-20').first().waitFor()
    expect(await sideways(small)).toBe(0)
    expect(await barriers(small)).toEqual([])
  })

  it('changes several posts at once', async () => {
    for (const text of ['First notes', 'Second notes'])
      await page.request.post('/api/performer/feeds', {
        headers: { origin: stage.copy.url },
        data: { type: 'text', text },
      })
    await page.goto('/creator/posts')
    for (const name of ['First notes', 'Second notes'])
      await page.getByRole('checkbox', { name: t('studio.bulk.select', { name }) }).check()
    await page.getByRole('button', { name: t('studio.bulk.price') }).click()
    await page.getByRole('dialog').getByLabel(t('studio.editor.price')).fill('12')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('studio.bulk.apply') })
      .click()
    await page
      .getByText(t('studio.bulk.done', { changed: 2 }))
      .first()
      .waitFor()
    const priced = await query(`SELECT id FROM items WHERE gate_type = 'paid' AND gate_price = 1200`)
    expect(priced).toHaveLength(2)
    await fits()
  })

  it('stays with all that is on it while the network is away, and goes on when it is back', async () => {
    await page.goto('/creator/vault')
    let lost = 0
    await page.route('**/creator/vault.data*', async (route) => {
      lost++
      await route.abort('internetdisconnected')
    })
    await chooser().setInputFiles(await makePhoto(stage.folder, 'kiln-300', 300))
    const uploads = page.getByRole('region', { name: t('studio.vault.uploading') })
    await uploads.getByText(t('studio.editor.ready')).waitFor()
    await expect.poll(() => lost).toBeGreaterThan(1)
    await page.context().setOffline(true)
    await page
      .getByRole('status')
      .filter({ hasText: t('ui.connection.offline') })
      .waitFor()
    expect(await uploads.getByText('kiln-300').count()).toBe(1)
    const added = page.getByRole('checkbox', { name: 'Select kiln-300' })
    expect(await added.count()).toBe(0)
    await fits()
    await page.unroute('**/creator/vault.data*')
    await page.context().setOffline(false)
    await added.waitFor()
    expect(await uploads.getByText('kiln-300').count()).toBe(1)
  })
})
