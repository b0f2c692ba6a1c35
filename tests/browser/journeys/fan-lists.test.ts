import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits, narrowPhone, openStageOfCreator, relate, signedIn, valloy } from './creator-steps.ts'
import { chooseAudience } from './editor-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, photographFailures, type Stage } from './stage.ts'

// A creator puts a follower on a list and publishes a post for it: that fan reads it, another fan gets a lock.

const t = texts('en-US')
let stage: Stage
let creator: Page
let postId: string

beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie', 'Robin'] }))
  await relate(stage, 'follow', valloy.username, 'jamie', 'robin')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

describe('a list of fans', () => {
  oneStory()
  it('is made and gets a member', async () => {
    // The address of before leads to the audience.
    await creator.goto('/creator/lists')
    await creator.waitForURL('**/creator/audience')
    await creator.getByRole('button', { name: t('audience.newList') }).click()
    await creator.getByRole('dialog').getByLabel(t('studio.lists.name')).fill('Kiln friends')
    await creator.getByRole('button', { name: t('studio.lists.save'), exact: true }).click()
    await creator.waitForURL('**/creator/audience?list=*')
    await creator.getByText(t('audience.empty.list')).waitFor()
    await creator.getByRole('button', { name: t('studio.lists.find') }).click()
    await creator.getByRole('dialog').getByLabel(t('studio.lists.find')).fill('jam')
    await creator.getByRole('button', { name: t('studio.lists.addName', { name: 'Jamie' }) }).click()
    await creator.keyboard.press('Escape')
    await creator.getByLabel(t('audience.select', { name: 'Jamie' })).waitFor()
    await fits(creator)
  })

  it('is the audience of a post', async () => {
    await creator.goto('/creator/posts/new')
    await creator.getByLabel(/^Title/).fill('For friends')
    await creator.getByLabel(t('studio.item.feed.text')).fill('The kiln opens at noon.')
    await chooseAudience(creator, t('studio.gate.list'))
    await creator.getByText(t('studio.obstacle.noList')).waitFor()
    await creator.getByLabel(/^Kiln friends/).check()
    await fits(creator)
    await creator.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await creator.waitForURL('**/creator/posts')
    const list = await creator.request.get('/api/performer/feeds')
    const [post] = ((await list.json()) as { data: { _id: string; status: string }[] }).data
    expect(post?.status).toBe('published')
    postId = post!._id
  })

  it('opens the post to its members and locks it for others', async () => {
    const [friend, other] = [await signedIn(stage, 'jamie', narrowPhone), await signedIn(stage, 'robin', narrowPhone)]
    await friend.goto(`/post/${postId}`)
    await friend.getByText('The kiln opens at noon.').waitFor()
    await other.goto(`/post/${postId}`)
    await other.getByText(t('post.lock.list')).first().waitFor()
    expect(await other.content()).not.toMatch(/Kiln friends|opens at noon/)
    await fits(other)
    expect(stage.faults).toEqual([])
  })
})
