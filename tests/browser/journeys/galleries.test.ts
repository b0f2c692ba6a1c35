import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto } from '../material.ts'
import { fits, openStageOfCreator, signedIn } from './creator-steps.ts'
import { chooseAudience } from './editor-steps.ts'
import { addTokens, balance, press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone, photographFailures, type Stage } from './stage.ts'

// A creator makes a gallery of several photos and sells it; fans unlock it on a phone and on a desktop and look through it.

const t = texts('en-US')
let stage: Stage
let creator: Page
let galleryId: string

beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie Rowe', 'Tess Arden'] }))
})
afterAll(() => stage?.close())
photographFailures(() => stage)

describe('a gallery', () => {
  oneStory()
  it('is made of photos, has a price and is published', async () => {
    await creator.goto('/creator/galleries')
    await creator.getByText(t('studio.item.gallery.empty')).waitFor()
    await fits(creator)
    await creator.goto('/creator/galleries/new')
    await creator.getByLabel(/^Title/).fill('Kiln week')
    const photos = await Promise.all([20, 120, 220].map((hue) => makePhoto(stage.folder, `kiln-${hue}`, hue)))
    await creator.locator('input[type=file][multiple]').setInputFiles(photos)
    await expect.poll(() => creator.getByText('Ready', { exact: true }).count(), { timeout: 60_000 }).toBe(3)
    await chooseAudience(creator, t('studio.gate.paid'))
    await creator.getByLabel(t('studio.editor.price')).fill('25')
    await fits(creator)
    await creator.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await creator.waitForURL('**/creator/galleries')
    await creator.getByText('Kiln week').first().waitFor()
    const list = await creator.request.get('/api/performer/performer-assets/galleries/search')
    const { data } = (await list.json()) as { data: { _id: string; status: string; photoCount: number }[] }
    expect(data).toMatchObject([{ status: 'published', photoCount: 3 }])
    galleryId = data[0]!._id
  })

  it('gets another order, a cover and a title of a photo, which are saved at once', async () => {
    await creator.goto(`/creator/galleries/${galleryId}`)
    await creator.getByRole('button', { name: /^Photo 3, position 3 of 3/ }).focus()
    await creator.keyboard.press('Home')
    await creator.getByRole('button', { name: /^Photo 1, position 1 of 3/ }).waitFor()
    const action = async (name: string) => {
      await creator.getByRole('button', { name: t('studio.editor.fileMenu', { name: 'Photo 1' }) }).click()
      await creator.getByRole('menuitem', { name }).click()
    }
    await action(t('studio.photos.makeCover'))
    await creator.getByText(t('studio.photos.coverSet')).first().waitFor()
    await action(t('studio.photos.editTitle'))
    await creator.getByRole('dialog').getByLabel(t('studio.photos.title')).fill('First light')
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: t('studio.photos.save') })
      .click()
    await creator.getByText('First light').first().waitFor()
    await fits(creator)
    await creator.goto('/creator/photos')
    await creator.getByText('First light').first().waitFor()
    await fits(creator)
  })
})

describe.each([
  { screen: 'phone', viewport: phone, username: 'jamierowe' },
  { screen: 'desktop', viewport: desk, username: 'tessarden' },
])('a gallery on a $screen', ({ viewport, username }) => {
  oneStory()
  let fan: Page
  const shots = process.env['JOURNEY_SHOTS']
  const look = async (name: string) => {
    if (shots) await fan.screenshot({ path: `${shots}/${name}-${viewport.width}.png` })
  }

  it('is shown locked to a fan, who unlocks it', async () => {
    fan = await signedIn(stage, username, viewport)
    await fan.goto('/user/wallet')
    await addTokens(fan, t, '$20.00')
    await fan.goto('/valloyclay?tab=galleries')
    await press(fan, fan.getByRole('link', { name: /Kiln week/ }))
    await fan.waitForURL(`**/gallery/${galleryId}`)
    await fan.getByRole('button', { name: /^Unlock for/ }).waitFor()
    await fits(fan)
    await press(fan, fan.getByRole('button', { name: /^Unlock for/ }))
    await press(
      fan,
      fan.getByRole('dialog').getByRole('button', { name: t('post.unlock.action', { tokens: t.tokens(25) }) }),
    )
    await fan.getByText(t('post.unlock.done')).first().waitFor()
    await fan.getByRole('button', { name: 'First light' }).waitFor()
    expect(await balance(fan)).toBe(175)
  })

  it('is looked through in the viewer, and a photo is liked and bookmarked', async () => {
    await fan.reload()
    await press(fan, fan.getByRole('button', { name: 'First light' }))
    const viewer = fan.getByRole('dialog')
    await viewer.getByText('1 / 3').waitFor()
    await fits(fan)
    await press(fan, viewer.getByRole('button', { name: new RegExp(`^${t('post.like')}`) }))
    await viewer.getByRole('button', { name: new RegExp(`^${t('post.unlike')}`) }).waitFor()
    await press(fan, viewer.getByRole('button', { name: t('post.bookmark'), exact: true }))
    await viewer.getByRole('button', { name: t('post.unbookmark') }).waitFor()
    await press(fan, viewer.getByRole('button', { name: t('post.zoomIn') }))
    await viewer.getByText('200%', { exact: true }).waitFor()
    await look('photo-zoomed')
    await press(fan, viewer.getByRole('button', { name: t('post.zoomOut') }))
    await viewer.getByText(t('post.zoomFit'), { exact: true }).waitFor()
    await look('photo')
    await fan.keyboard.press('ArrowRight')
    await viewer.getByText('2 / 3').waitFor()
    await fan.keyboard.press('End')
    await viewer.getByText('3 / 3').waitFor()
    // The strip leads to any of them, and the shown one is in the middle, whole.
    await press(fan, viewer.getByRole('listitem').first().getByRole('button'))
    await viewer.getByText('1 / 3').waitFor()
    const picture = viewer.locator('.yarl__slide_current img')
    await expect
      .poll(async () => {
        const box = await picture.boundingBox()
        return box && Math.round(box.x + box.width / 2)
      })
      .toBe(viewport.width / 2)
    const { x, y, width, height } = (await picture.boundingBox())!
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(viewport.width)
    // A double press zooms to its point, and what is larger than the screen is dragged.
    await fan.mouse.dblclick(x + width / 4, y + height / 4)
    const map = viewer.locator('[data-map]')
    await map.waitFor()
    // In small, what is seen is framed, and the frame follows what is dragged.
    const frame = map.locator('span')
    const framed = (await frame.boundingBox())!
    const before = (await picture.boundingBox())!
    expect(before.width).toBeGreaterThan(width)
    await fan.mouse.move(x + width / 2, y + height / 2)
    await fan.mouse.down()
    await fan.mouse.move(x + width / 2 - 60, y + height / 2 - 40, { steps: 4 })
    await fan.mouse.up()
    await expect.poll(async () => (await picture.boundingBox())!.x).toBeLessThan(before.x - 30)
    await expect.poll(async () => (await frame.boundingBox())!.x).toBeGreaterThan(framed.x)
    // A press on the map shows what is pressed in the middle, and a drag on it goes on to the photo’s edge; the zoom stays as it is.
    const whole = (await map.locator('img').boundingBox())!
    const zoomed = (await picture.boundingBox())!.width
    const stands = async (share: number) => {
      const now = (await picture.boundingBox())!
      return Math.abs(now.x + share * now.width - viewport.width / 2)
    }
    await fan.mouse.move(whole.x + whole.width * 0.4, whole.y + whole.height / 2)
    await fan.mouse.down()
    await expect.poll(() => stands(0.4)).toBeLessThan(3)
    await look('photo-map')
    await fan.mouse.move(whole.x + whole.width + 20, whole.y + whole.height / 2, { steps: 4 })
    await fan.mouse.up()
    await expect
      .poll(async () => {
        const now = (await picture.boundingBox())!
        return Math.abs(now.x + now.width - viewport.width)
      })
      .toBeLessThan(6)
    const { x: frameX, width: frameWidth } = (await frame.boundingBox())!
    expect(Math.abs(frameX + frameWidth - whole.x - whole.width)).toBeLessThan(2)
    expect((await picture.boundingBox())!.width).toBeCloseTo(zoomed, 1)
    await fan.mouse.dblclick(viewport.width / 2, y + height / 2)
    await viewer.getByText(t('post.zoomFit'), { exact: true }).waitFor()
    await map.waitFor({ state: 'detached' })
    await fan.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await fan.goto('/user/bookmarks?tab=photos')
    await fan.getByRole('button', { name: 'First light' }).waitFor()
    await fits(fan)
    expect(stage.faults).toEqual([])
  })
})
