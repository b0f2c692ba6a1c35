import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStageOfCreator } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, photographFailures, type Stage } from './stage.ts'

// What is done to several posts at once, or to one in anger, can be taken back from the message that says it was done.

const t = texts('en-US')
let stage: Stage
let creator: Page
beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator())
  for (const post of [
    { text: 'The paid one', gate: { type: 'paid', price: 120, freeForSubscribers: true } },
    { text: 'The open one' },
  ])
    await creator.request.post('/api/performer/feeds', {
      headers: { origin: stage.copy.url },
      data: { type: 'text', status: 'published', ...post },
    })
})
afterAll(() => stage?.close())
photographFailures(() => stage)

interface Listed {
  text: string
  status: string
  gate: { type: string; price: number | null; freeForSubscribers: boolean }
}
const posts = async () =>
  ((await (await creator.request.get('/api/performer/feeds?sortBy=createdAt&sort=asc')).json()) as { data: Listed[] })
    .data
const audiences = async () => (await posts()).map(({ gate }) => [gate.type, gate.price])
const inDialog = (name: string) => creator.getByRole('dialog').getByRole('button', { name, exact: true })

describe('undo', () => {
  oneStory()

  it('gives several posts back the audience and the price that each had', async () => {
    await creator.goto('/creator/posts')
    await creator.waitForLoadState('networkidle')
    await creator.getByRole('checkbox', { name: t('studio.bulk.selectAll') }).check()
    await creator.getByRole('button', { name: t('studio.bulk.access'), exact: true }).click()
    await creator
      .getByRole('dialog')
      .getByRole('radio', { name: /^Followers/ })
      .check()
    await inDialog(t('studio.bulk.apply')).click()
    await expect.poll(audiences).toEqual([
      ['followers', null],
      ['followers', null],
    ])
    await creator.getByRole('button', { name: t('studio.undo.do') }).click()
    await creator.getByText(t('studio.undo.done')).waitFor()
    expect(await audiences()).toEqual([
      ['paid', 120],
      ['public', null],
    ])
    expect((await posts())[0]!.gate.freeForSubscribers).toBe(true)
  })

  it('takes several posts out of the trash, published as they were', async () => {
    await creator.getByRole('checkbox', { name: t('studio.bulk.selectAll') }).check()
    await creator.getByRole('button', { name: t('studio.delete'), exact: true }).click()
    await inDialog(t('studio.delete')).click()
    await expect.poll(posts).toEqual([])
    await creator.getByRole('button', { name: t('studio.undo.do') }).click()
    await creator.getByText(t('studio.undo.done')).last().waitFor()
    await expect.poll(async () => (await posts()).map(({ status }) => status)).toEqual(['published', 'published'])
    expect(await audiences()).toEqual([
      ['paid', 120],
      ['public', null],
    ])
    await creator.getByText('The paid one').first().waitFor()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
