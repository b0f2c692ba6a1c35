import type { Page } from 'playwright-core'
import { formats } from '../../../apps/web/app/i18n/formats.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCard, addTokens, balance, confirmAtBank, press, signUp, topUp } from './fan-steps.ts'
import {
  creator,
  demoWorldMsMax,
  oneStory,
  openStage,
  phone,
  photographFailures,
  type Stage,
  tokenOf,
} from './stage.ts'
import { texts } from './locale-text.ts'

// The fan's half of the main job with a thumb, in the demo world: from a locked post to everything that is behind it.

const password = 'seven-quiet-lamps'
let stage: Stage
let posts: { _id: string; type: string; gate: { type: string; price: number | null }; poll: object | null }[]

beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
  const reply = await fetch(`${stage.copy.url}/api/user/feeds/search/${creator}?pageSize=50`)
  posts = ((await reply.json()) as { data: typeof posts }).data
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

const postWhere = (fits: (post: (typeof posts)[number]) => boolean): string => {
  const found = posts.find(fits)
  if (!found) throw new Error('The demo world has no such post.')
  return `/post/${found._id}`
}
const paid = () => postWhere(({ gate }) => gate.type === 'paid')
const open = () => postWhere(({ gate, type }) => gate.type === 'public' && type === 'photo')

describe('a fan on a phone', () => {
  oneStory()
  const t = texts('en-US')
  let page: Page

  it('signs up on the way to a locked post, and is back there', async () => {
    page = await stage.visitor(phone)
    await page.goto(paid())
    // The price is shown before any account.
    await press(page, page.getByRole('link', { name: /^Unlock for.*120.*\$12\.00/ }))
    await page.waitForURL('**/auth/login**')
    await press(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }))
    await page.waitForURL('**/auth/register**')
    await signUp(page, t, { name: 'Tomo Ito', username: 'tomoito', password })
    await page.waitForURL(`**${paid()}`)
    await page.getByRole('button', { name: /^Unlock for/ }).waitFor()
  })

  it('is shown the price and the way to pay it before anything moves', async () => {
    await press(page, page.getByRole('button', { name: /^Unlock for/ }))
    const sheet = page.getByRole('dialog')
    await sheet.getByText('$12.00').first().waitFor()
    await press(page, sheet.getByRole('button', { name: t('checkout.payNewCard', { amount: '$12.00' }) }))
    await page.waitForURL('**/test-gateway/card-form**')
    expect(await balance(page)).toBe(0)
  })

  it('is refused by a bank, pays with a good card, and confirms a payment at a bank that requires it', async () => {
    await addCard(page, t, '4000000000000002')
    const sheet = await topUp(page, t, '20.00', '0002')
    await sheet
      .getByText(/Your card was declined/)
      .first()
      .waitFor()
    expect(await balance(page)).toBe(0)
    await addCard(page, t, '4242424242424242')
    await topUp(page, t, '30.00', '4242')
    await expect.poll(() => balance(page)).toBe(300)
    await addCard(page, t, '4000000000003220')
    await topUp(page, t, '10.00', '3220')
    await confirmAtBank(page)
    await expect.poll(() => balance(page)).toBe(400)
  })

  it('unlocks the post, tips and subscribes, each to the hundredth', async () => {
    await page.goto(paid())
    await press(page, page.getByRole('button', { name: /^Unlock for/ }))
    const sheet = page.getByRole('dialog')
    await sheet.getByText('280', { exact: true }).waitFor()
    await press(page, sheet.getByRole('button', { name: 'Unlock for 120 tokens' }))
    await expect.poll(() => balance(page)).toBe(280)
    await page.getByRole('button', { name: t('post.openPhotoOf', { at: 1, total: 4 }) }).waitFor()
    await page.getByRole('article').first().getByText(t('post.inLibrary'), { exact: true }).waitFor()

    await page.goto(`/${creator}`)
    await press(page, page.getByRole('button', { name: t('post.tip.send') }))
    // A tip without an answer may have gone through: it goes again under its key, another amount under another.
    const keys: (string | undefined)[] = []
    await page.route('**/api/wallet/charges/tip/**', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await (keys.length < 3 ? route.abort() : route.continue())
    })
    const send = sheet.getByRole('button', { name: /^Send/ })
    await sheet.getByLabel(t('post.tip.other')).fill('20')
    for (const tries of [1, 2]) {
      await press(page, send)
      await expect.poll(() => keys.length).toBe(tries)
      await sheet.getByText(t('post.unlock.safe')).waitFor()
    }
    await sheet.getByLabel(t('post.tip.other')).fill('33.33')
    await sheet.getByText('246.67', { exact: true }).waitFor()
    await press(page, send)
    await expect.poll(() => keys.length).toBe(3)
    await page.unroute('**/api/wallet/charges/tip/**')
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    await expect.poll(() => balance(page)).toBe(246.67)

    // The sheet is open in another tab too, which stays and says what happened.
    const tab = await page.context().newPage()
    await tab.goto(`/${creator}`)
    await press(tab, tab.getByRole('button', { name: /^Subscribe for/ }).first())
    const late = tab.getByRole('dialog')
    await late.getByText(/^Wallet,/).waitFor()
    await page.goto(`/${creator}`)
    await press(page, page.getByRole('button', { name: /^Subscribe for/ }).first())
    await press(page, sheet.getByText(/^Wallet,/))
    await press(page, sheet.getByRole('button', { name: /^Subscribe/ }))
    await expect.poll(() => balance(page)).toBe(167.17)
    await page.getByText(t('profile.plan.yours'), { exact: true }).waitFor()
    await late.getByText(t('profile.subscribe.there', { name: 'Ines Valloy' })).waitFor()
    expect(await late.getByRole('button', { name: t('profile.plan.yours') }).isDisabled()).toBe(true)
    expect(await late.getByText(/^Wallet,/).count()).toBe(0)
    await press(tab, late.getByRole('button', { name: t('ui.close') }))
    await tab.getByText(t('profile.plan.yours'), { exact: true }).waitFor()
    await tab.close()
  })

  it('watches a video', async () => {
    await page.goto(postWhere(({ type }) => type === 'video'))
    await press(page, page.getByRole('button', { name: /^Play/ }).first())
    await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.5)
  })

  it('votes, likes, keeps and comments', async () => {
    await page.goto(postWhere(({ poll }) => poll !== null))
    await press(page, page.getByRole('button', { name: 'Wide pasta bowls' }))
    await page
      .getByText(/\d+ votes?/)
      .first()
      .waitFor()
    await page.goto(open())
    const post = page.getByRole('article').first()
    await press(page, post.getByRole('button', { name: /^Like/ }))
    await post.getByRole('button', { name: /^Unlike/ }).waitFor()
    await press(page, post.getByRole('button', { name: t('post.bookmark') }))
    await post.getByRole('button', { name: t('post.unbookmark') }).waitFor()
    await page.getByLabel(t('post.comments.write')).fill('The blue one.')
    await press(page, page.getByRole('button', { name: t('post.comments.send'), exact: true }))
    await page.getByText('The blue one.').first().waitFor()
    await page.reload()
    await post.getByRole('button', { name: /^Unlike/ }).waitFor()
    await page.goto('/user/bookmarks')
    await page.getByRole('article').first().waitFor()
  })

  it('gets back what was there when a like or a follow is refused', async () => {
    await page.goto(open())
    await page.route('**/api/reactions', (route) => route.fulfill({ status: 500, json: {} }))
    const like = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Unlike/ })
    await press(page, like)
    await page.getByText(t('ui.toast.error')).first().waitFor()
    await like.waitFor()
    await page.unroute('**/api/reactions')
    await page.route('**/api/follows/**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/luluokarin')
    await press(page, page.getByRole('button', { name: /^Follow / }))
    await page.getByText(t('ui.toast.error')).first().waitFor()
    await page.getByRole('button', { name: /^Follow / }).waitFor()
    await page.unroute('**/api/follows/**')
  })

  it('sees the pill when a creator they follow publishes, and the post under it', async () => {
    await page.goto('/home')
    const accepted = new Promise<void>((done) => {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => String(payload).includes('auth/accepted') && done()),
      )
    })
    await page.reload()
    await accepted
    const token = await tokenOf(stage.copy, creator)
    await fetch(`${stage.copy.url}/api/performer/feeds`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ type: 'text', text: 'The kiln is warm again.' }),
    })
    const pill = page.getByRole('button', { name: '1 new post' })
    await pill.waitFor()
    expect(await page.getByText('The kiln is warm again.').count()).toBe(0)
    await press(page, pill)
    await page.getByText('The kiln is warm again.').waitFor()
    await pill.waitFor({ state: 'detached' })
  })

  it('finds the way to everything of theirs, and out', async () => {
    await page.goto('/home')
    await press(page, page.getByRole('link', { name: t('ui.nav.you'), exact: true }))
    await page.waitForURL('**/user/account')
    for (const [key, path] of [
      ['ui.account.subscriptions', 'subscriptions'],
      ['ui.account.following', 'following'],
      ['ui.account.transactions', 'transactions'],
      ['ui.account.cards', 'cards'],
    ] as const) {
      await press(page, page.getByRole('main').getByRole('link', { name: t(key), exact: true }))
      await page.waitForURL(`**/user/${path}`)
      await page.goto('/user/account')
    }
    await press(page, page.getByRole('main').getByRole('button', { name: t('ui.account.logOut') }))
    await page.waitForURL('**/auth/login**')
  })
})

// spec: languages.four, direction
describe.each([
  { locale: 'ja-JP', dir: 'ltr', name: '伊藤 智', username: 'itosatoshi', comment: 'すてきな窯ですね。' },
  { locale: 'ar', dir: 'rtl', name: 'نور حداد', username: 'nourhaddad', comment: 'ما أجمل هذا الفرن!' },
])('a fan who reads $locale', ({ locale, dir, name, username, comment }) => {
  const t = texts(locale)
  const money = formats(locale).money

  it('signs up, adds tokens, unlocks a post and comments', async () => {
    const page = await stage.visitor(phone, { locale })
    const isInsideItsWindow = async () => {
      const { scroll, client, said } = await page.evaluate(() => {
        const { scrollWidth, clientWidth, dir } = document.documentElement
        return { scroll: scrollWidth, client: clientWidth, said: dir }
      })
      expect(scroll, page.url()).toBeLessThanOrEqual(client)
      expect(said).toBe(dir)
    }
    await page.goto('/auth/register')
    await isInsideItsWindow()
    await signUp(page, t, { name, username, password })
    await page.waitForURL('**/home')
    await page.getByText(t('post.home.empty')).waitFor()
    await isInsideItsWindow()
    await page.goto('/user/wallet')
    await isInsideItsWindow()
    await addTokens(page, t, money(20))
    await page.goto(paid())
    await isInsideItsWindow()
    await press(page, page.getByRole('button', { name: t('ui.unlockFor') }))
    const sheet = page.getByRole('dialog')
    await press(page, sheet.getByRole('button', { name: t('post.unlock.action', { tokens: t.tokens(120) }) }))
    await expect.poll(() => balance(page)).toBe(80)
    await page.getByLabel(t('post.comments.write')).fill(comment)
    await press(page, page.getByRole('button', { name: t('post.comments.send'), exact: true }))
    await page.getByText(comment).first().waitFor()
    await page.context().close()
  })

  it('no page threw an error', () => expect(stage.faults).toEqual([]))
})
