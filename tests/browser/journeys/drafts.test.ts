import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto } from '../material.ts'
import { openStageOfCreator, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, phone, photographFailures, type Stage } from './stage.ts'

// What is written is kept on the server: it survives a closed tab and a lost connection, and opens on another device.

const t = texts('en-US')
let stage: Stage
let creator: Page
let path: string
beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator())
}, 120_000)
afterAll(() => stage?.close())
photographFailures(() => stage)

const text = (page: Page) => page.getByLabel(t('studio.item.feed.text'))
const isKept = (page: Page) => page.getByText(/^Saved \d/).waitFor()
interface Draft {
  _id: string
  text: string
  status: string
  files: unknown[]
}
const drafts = async () =>
  ((await (await creator.request.get('/api/performer/feeds')).json()) as { data: Draft[] }).data

describe('a draft', () => {
  oneStory()

  it('is on the server a moment after it is written, and opens on another device', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    await text(creator).fill('The kiln opens ')
    await isKept(creator)
    // It goes on in the same place: the field keeps its focus and its last space.
    expect(await text(creator).inputValue()).toBe('The kiln opens ')
    await text(creator).pressSequentially('at noon')
    await creator.locator('input[type=file][multiple]').setInputFiles(await makePhoto(stage.folder, 'draft', 40))
    await expect
      .poll(async () => (await drafts()).map((draft) => [draft.text, draft.files.length]))
      .toEqual([['The kiln opens at noon', 1]])
    path = new URL(creator.url()).pathname
    expect(path).toBe(`/creator/posts/${(await drafts())[0]!._id}`)
  })

  it('says when it was changed elsewhere, and keeps the version that is chosen', async () => {
    const other = await signedIn(stage, valloy.username, phone)
    await other.goto(path)
    expect(await text(other).inputValue()).toBe('The kiln opens at noon')
    await other.waitForLoadState('networkidle')
    await text(other).fill('From the phone')
    await isKept(other)
    await text(creator).fill('From the desk')
    await creator.getByText(t('studio.composer.conflict')).waitFor()
    expect((await drafts())[0]!.text).toBe('From the phone')
    await creator.getByRole('button', { name: t('studio.composer.keepMine') }).click()
    await expect.poll(async () => (await drafts()).map((draft) => draft.text)).toEqual(['From the desk'])
    await text(other).fill('From the phone again')
    await other.getByRole('button', { name: t('studio.composer.openTheirs') }).click()
    await expect.poll(() => text(other).inputValue()).toBe('From the desk')
    await other.context().close()
  })

  it('loses nothing while the line is cut, and makes no second post', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    await creator.context().setOffline(true)
    await text(creator).fill('Written in a tunnel')
    await creator.getByText(t('studio.composer.keeping.offline')).waitFor()
    await text(creator).fill('Written in a tunnel, and after it')
    await creator.context().setOffline(false)
    await isKept(creator)
    await expect
      .poll(async () => (await drafts()).map((draft) => draft.text))
      .toEqual(['Written in a tunnel, and after it', 'From the desk'])
    await creator.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await creator.waitForURL('**/creator/posts')
    expect((await drafts()).map(({ status }) => status)).toEqual(['published', 'draft'])
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
