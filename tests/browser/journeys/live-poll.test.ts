import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { liveVideoFlags } from '../chromium.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { openStage, photographFailures, type Stage } from './stage.ts'

// spec: publish.live
// A creator who is live asks those who watch; a fan votes, and both see how it stands.

const t = texts('en-US')
// Markup is text.
const question = 'Which <b>glaze</b> next?'
const celadon = '<i>Celadon</i>'
let stage: Stage
let creator: Page
let fan: Page

beforeAll(async () => {
  stage = await openStage({ browserFlags: liveVideoFlags })
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 0, 'Jamie Rowe')
  creator = await signedIn(stage, valloy.username)
  fan = await signedIn(stage, 'jamierowe', narrowPhone)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}.png` })
}
const poll = (page: Page) => page.getByRole('region', { name: t('live.poll'), exact: true })
const answer = (page: Page, text: string) => poll(page).getByRole('button', { name: text })
const votes = (number: string) => t('live.poll.votes', { number })

describe('a poll in a live room', () => {
  it('is started by the creator while they are live', async () => {
    await creator.goto('/creator/live')
    await creator.getByRole('button', { name: t('liveStudio.setup.turnOn') }).click()
    await creator.getByRole('button', { name: t('liveStudio.start.goLive'), exact: true }).click()
    await creator.getByRole('button', { name: t('live.poll.start') }).click()
    const dialog = creator.getByRole('dialog', { name: t('live.poll.start') })
    await dialog.getByLabel(t('live.poll.question')).fill(question)
    await dialog.getByLabel(t('live.poll.answer', { n: 1 })).fill(celadon)
    await dialog.getByLabel(t('live.poll.answer', { n: 2 })).fill('Shino')
    await look(creator, 'poll-dialog')
    await dialog.getByRole('button', { name: t('live.poll.start') }).click()
    await poll(creator).getByText(question).waitFor()
    await look(creator, 'poll-studio')
  })

  it('is voted in by a fan, who may change their mind', async () => {
    await fan.goto(`/${valloy.username}/live`)
    await answer(fan, 'Shino').click()
    await poll(creator).getByText(votes('1')).last().waitFor()
    await answer(fan, celadon).click()
    await expect.poll(() => answer(fan, celadon).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => answer(creator, celadon).textContent()).toContain('100%')
    await look(fan, 'poll-room')
  })

  it('is ended by the creator, and takes no more votes', async () => {
    await poll(creator)
      .getByRole('button', { name: t('live.poll.end') })
      .click()
    await poll(fan).getByText(t('live.poll.ended')).waitFor()
    expect(await answer(fan, 'Shino').isDisabled()).toBe(true)
    expect(
      await fan
        .getByRole('status')
        .filter({ hasText: t('live.poll.saidEnd', { answer: celadon }) })
        .count(),
    ).toBe(1)
    await poll(fan)
      .getByRole('button', { name: t('live.poll.hide') })
      .click()
    expect(await poll(fan).count()).toBe(0)
  })
})
