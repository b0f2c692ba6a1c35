import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { addCreator, addFans, addStaff, narrowPhone, sideways, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { openStage, photographFailures, type Stage } from './stage.ts'

// spec: publish.live
// A creator announces a stream; a fan finds it, asks to be reminded, and hears when it is cancelled.

const t = texts('en-US')
const title = 'The winter kiln, opened live'
let stage: Stage
let creator: Page
let fan: Page

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, valloy, 'maralindt')
  await addFans(stage, 0, 'Jamie Rowe')
  creator = await signedIn(stage, valloy.username)
  fan = await signedIn(stage, 'jamierowe', narrowPhone)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
/** Nothing keeps people out, at the size of the page, in both themes. */
const look = async (page: Page, name: string) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await barriers(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    if (!shots) continue
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}-${theme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
const upcoming = (page: Page) => page.getByRole('region', { name: t('schedule.upcoming') })
const remind = (page: Page) => page.getByRole('button', { name: t('schedule.remindOf', { title }) })
const reminded = (page: Page) => page.getByRole('button', { name: t('schedule.remindedOf', { title }) })

describe('an announced stream', () => {
  it('is announced in the studio, on the creator’s own clock', async () => {
    await creator.goto('/creator/live')
    const card = creator.getByRole('region', { name: t('schedule.heading') })
    await card.getByText(t('schedule.none')).waitFor()
    await card.getByRole('button', { name: t('schedule.add') }).click()
    const dialog = creator.getByRole('dialog', { name: t('schedule.add') })
    await dialog.getByLabel(t('schedule.title')).fill(title)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel(t('schedule.when')).fill(`${tomorrow}T19:00`)
    await look(creator, 'schedule-dialog')
    await dialog.getByRole('button', { name: t('schedule.announce') }).click()
    await card.getByText(title).waitFor()
    await look(creator, 'schedule-studio')
  })

  it('is found in Live, on the profile and in the room, where a fan asks to be reminded', async () => {
    await fan.goto('/live')
    await upcoming(fan).getByText(title).waitFor()
    await look(fan, 'schedule-live')
    await remind(fan).click()
    await reminded(fan).waitFor()
    const reply = await fan.request.get(
      (await upcoming(fan)
        .getByRole('link', { name: t('schedule.calendarOf', { title }) })
        .getAttribute('href'))!,
    )
    expect(await reply.text()).toContain(`SUMMARY:Ines Valloy: ${title.replace(',', '\\,')}`)
    await fan.goto(`/${valloy.username}`)
    await upcoming(fan).getByText(title).waitFor()
    await reminded(fan).waitFor()
    await look(fan, 'schedule-profile')
    await fan.goto(`/${valloy.username}/live`)
    await fan.getByText(t('schedule.next', { title })).waitFor()
    await look(fan, 'schedule-room')
  })

  it('tells the fan when it is cancelled', async () => {
    await creator.reload()
    const card = creator.getByRole('region', { name: t('schedule.heading') })
    await card.getByText(t('schedule.reminders', { number: '1' })).waitFor()
    await card.getByRole('button', { name: t('schedule.cancelOf', { title }) }).click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByRole('button', { name: t('schedule.cancel'), exact: true }).click()
    await card.getByText(t('schedule.none')).waitFor()
    await expect
      .poll(async () => {
        await fan.goto('/notifications')
        return fan.getByText(title).count()
      })
      .toBe(1)
    await fan.goto('/live')
    expect(await upcoming(fan).count()).toBe(0)
  })
})
