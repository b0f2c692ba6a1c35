import type { Context } from '@fanlight/server/platform/context'
import { row, sql } from '@fanlight/server/platform/db/db'
import { bodyHash } from '@fanlight/server/platform/once'
import { assert } from '@fanlight/server/platform/refusal'
import type { SignedIn } from '@fanlight/server/platform/viewer'
import { setParticipants } from '@fanlight/server/modules/content/participants/of-items'
import { addParticipant } from '@fanlight/server/modules/content/participants/inviting'
import { signRequest } from '@fanlight/server/modules/content/participants/signing'
import { withdrawRequest } from '@fanlight/server/modules/content/participants/withdrawal'
import { charge } from '@fanlight/server/modules/money/charges/charge'
import { refundItem } from '@fanlight/server/modules/money/charges/refunding-items'
import { sendTip } from '@fanlight/server/modules/money/charges/tip'
import { releaseEarnings } from '@fanlight/server/modules/money/ledger/upkeep'
import { settle } from '@fanlight/server/modules/money/payments/settle'
import { restHours } from '@fanlight/server/modules/money/payout-details/save-details'
import { freezePayouts, write } from '@fanlight/server/modules/money/payout-details/stored-details'
import { calculate } from '@fanlight/server/modules/money/payouts/request'
import * as sessions from '@fanlight/server/modules/people/accounts/auth/sessions'
import { setBlockedCountries } from '@fanlight/server/modules/people/blocks/blocked-countries'
import { block } from '@fanlight/server/modules/people/blocks/blocking'
import { decide } from '@fanlight/server/modules/staff/reports/deciding'
import { report } from '@fanlight/server/modules/staff/reports/reporting'
import { creators, fans } from './seed-accounts.ts'
import { bankOf, payOut, tokensMax } from './seed-payouts.ts'
import { minorOf, settledTopUp, topUpTokens } from './top-up.ts'
import { day, hour } from './clock.ts'

// One of each thing that goes wrong on a site, so that every page that says so can be looked at.

interface Scene {
  opened: Date
  goTo: (at: Date) => Promise<unknown>
  account: (key: string) => SignedIn
  /** The id of a post by its key. */
  post: (key: string) => string
  staff: SignedIn
}
type Trouble = (tx: Context, scene: Scene & { ago: (ms: number) => Promise<unknown> }) => Promise<void>

export async function makeTroubles(tx: Context, scene: Scene): Promise<void> {
  const ago = (ms: number) => scene.goTo(new Date(scene.opened.getTime() - ms))
  for (const trouble of [disputedTip, removedPost, withdrawnConsent, boughtAndBlocked, blockedCountry, frozenPayouts])
    await trouble(tx, { ...scene, ago })
}

/** A post is reported and removed: its creator sees why, and may appeal. */
const removedPost: Trouble = async (tx, { account, post, staff, ago }) => {
  const target = { type: 'feed', id: post('ines-recipes') } as const
  await ago(5 * day)
  await report(tx, account('greta'), {
    target,
    category: 'copyright',
    text: 'These pages are from a book that is still sold by its author. The whole text is here.',
    goodFaith: true,
  })
  const found = await row(tx.db, sql<{ id: string }>`SELECT id FROM report_cases WHERE target_id = ${target.id}`)
  await ago(5 * day - 3 * hour)
  await decide(tx, { viewer: staff, requestId: '' }, found!.id, {
    action: 'remove',
    statement:
      'The post copies three pages of a notebook whose author has not agreed. Short quotations with a source may stay.',
    refundBuyers: false,
    until: null,
  })
}

/** Another creator consented to a post that names her, and withdraws: its buyers get their tokens back. */
const withdrawnConsent: Trouble = async (tx, { account, post, ago }) => {
  const [creator, named] = [account('noa'), account('odile')]
  const { username } = creators.find(({ key }) => key === 'odile')!
  await ago(30 * day)
  const { id } = await addParticipant(tx, creator, { username })
  await ago(29 * day)
  await signRequest(tx, named, id, { mayDownload: true, endsOn: null })
  const itemId = post('noa-visit')
  await setParticipants(tx, creator.id, itemId, [id], 'all')
  await ago(50 * hour)
  await withdrawRequest(tx, named, id)
  await refundItem(tx, itemId)
}

/** A fan bought a message and was blocked later: it stays theirs to read. */
const boughtAndBlocked: Trouble = async (tx, { account, ago }) => {
  const [fan, seller] = [account(fans[0]!.key), account('dov')]
  const message = await row(
    tx.db,
    sql<{ id: string; price: bigint }>`SELECT id, price FROM messages WHERE sender_id = ${seller.id} AND price > 0`,
  )
  assert(message, 'the message was sent')
  const { id, price: tokens } = message
  await ago(80 * hour)
  await topUpTokens(tx, fan, Number(tokens) / 100, 'demo:troubles:message')
  // By the rule below the one that waits for files: they are still being processed.
  const key = 'demo:troubles:message'
  const sale = { userId: fan.id, performerId: seller.id, type: 'message', targetId: id, tokens } as const
  await charge(tx, { ...sale, key, bodyHash: bodyHash([id]) })
  await ago(40 * hour)
  await block(tx, seller, fan.id, 'Posted my photos elsewhere.')
}

/** A creator was paid out what a fan’s bank takes back afterwards. */
const disputedTip: Trouble = async (tx, { account, staff, ago }) => {
  const [fan, creator] = [account('salma'), account('kofi')]
  await ago(60 * day)
  const paymentId = await topUpTokens(tx, fan, disputedTokens, 'demo:troubles:disputed')
  await sendTip(tx, fan, {
    performerId: creator.id,
    tokens: disputedTokens,
    note: 'For the new kettlebells.',
    key: 'demo:troubles:tip',
  })
  await ago(59 * day)
  await write(tx, creator.id, 'bank', bankOf({ accountHolder: 'Kofi Ardane', country: 'GB', iban: kofiIban }), 1)
  await ago(20 * hour)
  await releaseEarnings(tx)
  const { available } = await calculate(tx, creator.id, undefined)
  const times = Math.ceil(available / tokensMax)
  for (let n = 0; n < times; n++) {
    const left = (await calculate(tx, creator.id, undefined)).available
    const tokens = Math.min(left, Math.round((left / (times - n)) * 100) / 100)
    await payOut(tx, creator.id, {
      tokens,
      staff,
      reference: `NPB-20451${n}`,
      hours: [0, 1, 2, 3],
      after: (hours) => ago((20 - n * 4 - hours) * hour),
    })
  }
  const minor = minorOf(tx, disputedTokens)
  for (const [status, hours] of [
    ['open', 6],
    ['lost', 2],
  ] as const) {
    await ago(hours * hour)
    await settle(tx, paymentId, settledTopUp(paymentId, minor, status))
  }
}
const disputedTokens = 1500
const kofiIban = 'GB29NWBK60161331926819'

/** A creator blocks a country: the subscription of a fan there ends, and its unused days go back. */
const blockedCountry: Trouble = async (tx, { account, ago }) => {
  const fan = fans.find(({ key }) => key === 'beatriz')!
  await ago(45 * hour)
  await sessions.open(tx, account(fan.key).id, true, seenFrom(fan.country), { secondFactor: false })
  await ago(30 * hour)
  await setBlockedCountries(tx, account('rune').id, [fan.country])
}
const seenFrom = (country: string) => ({ userAgent: '', address: '127.0.0.1', country, device: undefined })

/** A creator changed where payouts go: nothing is paid out for some time. */
const frozenPayouts: Trouble = async (tx, { account, ago }) => {
  const { id } = account('marisol')
  const bank = { accountHolder: 'Marisol Quay', country: 'ES' }
  await ago(50 * day)
  await write(tx, id, 'bank', bankOf({ ...bank, iban: 'ES9121000418450200051332' }), 1)
  await ago(3 * hour)
  await write(tx, id, 'bank', bankOf({ ...bank, iban: 'ES7921000813610123456789' }), 2)
  await freezePayouts(tx, id, restHours)
}
