import { buildUser } from '@fanlight/server/testing/builders'
import { sql } from '@fanlight/server/platform/db/db'
import { requests } from '../valid-requests.ts'
import type { World } from '../api-world.ts'
import type { Pen } from './writer-client.ts'
import { idOf, type Send, type Writer } from './writer.ts'

// Content written by staff: settings, menus, static pages, promos, translated messages.

export async function site({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const w = (name: string) => pen.write(`PUT /admin/settings ${name}`)
  const values = {
    siteName: w('values.siteName'),
    operatorName: w('values.operatorName'),
    operatorAddress: w('values.operatorAddress'),
    taxName: w('values.taxName'),
    taxNumber: w('values.taxNumber'),
    taxNote: w('values.taxNote'),
    securityContact: w('values.securityContact'),
    footerContent: w('values.footerContent'),
    blockedKeywords: [w('values.blockedKeywords[]')],
    termsVersion: '2026-01-31',
    termsSummary: { 'en-US': w('values.termsSummary{}') },
    captchaContact: 'never',
    captchaRegister: 'never',
  }
  await send(cast.owner, 'PUT /admin/settings', { body: { values, reason: w('reason') } })
  // The cast has accepted them; one more person has not.
  await sql`UPDATE accounts SET terms_version = '2026-01-31'`.execute(server.ctx.db)
  const staff = await buildUser(server.ctx)
  await sql`UPDATE accounts SET terms_version = '' WHERE id = ${staff.id}`.execute(server.ctx.db)
  filled.termsDue = staff.token
  const menu = (position: string) => [
    ...[true, false].map((newTab) => ({
      title: pen.write(`PUT /admin/menus menus.${position}[].title`),
      titles: { 'ja-JP': pen.write(`PUT /admin/menus menus.${position}[].titles{}`) },
      path: pen.write(`PUT /admin/menus menus.${position}[].path`),
      newTab,
    })),
    // A path of this site must also be in a menu, or no user can reach it.
    { title: 'Help', titles: {}, path: '/page/help', newTab: false },
  ]
  await send(cast.owner, 'PUT /admin/menus', {
    body: { menus: { header: menu('header'), footer: menu('footer') }, reason: pen.write('PUT /admin/menus reason') },
  })
  for (const html of pen.writeAll('PUT /admin/posts/:slug/:locale html')) {
    const slug = `words-${filled.pages.length}`
    const title = pen.write('PUT /admin/posts/:slug/:locale title')
    const summary = pen.write('PUT /admin/posts/:slug/:locale summary')
    const page = { type: 'page', title, summary, html: `<h2>Words</h2>${html}` }
    await send(cast.owner, 'PUT /admin/posts/:slug/:locale', { params: { slug, locale: 'en-US' }, body: page })
    filled.pages.push(slug)
    // As if it had come past the access policy: it is hidden from going out.
    await sql`INSERT INTO posts (slug, locale, type, title, html)
      VALUES (${`planted-${slug}`}, 'en-US', 'page', 'Planted', ${html.replaceAll('\u0000', '')})`.execute(
      server.ctx.db,
    )
    filled.pages.push(`planted-${slug}`)
  }
  const promo = async (call: string) => {
    const { body } = (await requests['POST /admin/promos'].make(world, cast.owner, 'own'))!
    return { ...(body as object), title: pen.write(`${call} title`), url: pen.write(`${call} url`) }
  }
  for (const position of ['landing', 'home'])
    await send(cast.owner, 'POST /admin/promos', { body: { ...(await promo('POST /admin/promos')), position } })
  const { body } = (await requests['POST /admin/promos'].make(world, cast.owner, 'own'))!
  const id = await idOf(send, cast.owner, 'POST /admin/promos', { body: body as Record<string, unknown> })
  await send(cast.owner, 'PUT /admin/promos/:id', {
    params: { id },
    body: { ...(await promo('PUT /admin/promos/:id')), position: 'explore' },
  })
  const freeze = () =>
    send(cast.owner, 'POST /admin/payout-freeze', { body: { reason: pen.write('POST /admin/payout-freeze reason') } })
  await freeze()
  await send(cast.owner, 'POST /admin/payout-freeze/lift', {
    body: { reason: pen.write('POST /admin/payout-freeze/lift reason') },
  })
  await freeze()
  await ownMessages(pen, cast, send)
}

/** Messages of the site with other text, without markup and placeholders, which the shipped messages do not have. */
async function ownMessages(pen: Pen, cast: World['cast'], send: Send): Promise<void> {
  const rule = { max: 190, admits: (value: string) => !/[<>{}\u0000-\u001f]/.test(value) }
  for (const key of ['ui.nav.home', 'mail.password_changed.subject'])
    await send(cast.owner, 'PUT /admin/translations', {
      body: {
        locale: 'en-US',
        key,
        value: pen.write('PUT /admin/translations value', rule),
        reason: pen.write('PUT /admin/translations reason'),
      },
    })
}
