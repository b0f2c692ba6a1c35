import { nameSkeleton, usernameSkeleton } from '@fanlight/contract/confusables'
import { pageNames } from '@fanlight/contract/page-names'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, sql } from '../../../../platform/db/db.ts'
import { api } from '../../../../testing/api.ts'
import { type Built, buildPerformer, buildUnfinished, buildUser } from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { createAdmin } from '../first-admin.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const register = (username: string, name = 'Noor Vale') =>
  api(server).post('/auth/users/register', {
    name,
    username,
    email: `${Math.random().toString(36).slice(2)}@example.com`,
    password: 'a-lamp-in-the-window',
    acceptTerms: true,
  })
const rename = (who: Built, username: string) => api(server).as(who).put('/users', { username })

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789_.'
const anyUsername = () =>
  Array.from(
    { length: 3 + Math.floor(Math.random() * 28) },
    () => characters[Math.floor(Math.random() * characters.length)],
  ).join('')

/** Each way of writing a name that the eye reads as another. */
const disguises: [string, string][] = [
  ['0', 'o'],
  ['1', 'l'],
  ['1', 'i'],
  ['i', 'l'],
  ['5', 's'],
  ['rn', 'm'],
  ['vv', 'w'],
]

describe('confusable names have the same skeleton', () => {
  test('a skeleton is its own skeleton, and the database agrees', async () => {
    const names = Array.from({ length: 2_000 }, anyUsername)
    for (const name of names) expect(usernameSkeleton(usernameSkeleton(name))).toBe(usernameSkeleton(name))
    const found = await row(
      server.ctx.db,
      sql<{ skeletons: string[] }>`SELECT array_agg(username_skeleton(n) ORDER BY at) AS skeletons
        FROM unnest(${names}::text[]) WITH ORDINALITY AS u(n, at)`,
    )
    expect(found!.skeletons).toEqual(names.map(usernameSkeleton))
  })

  test('every confusable of a name has its skeleton, with any number of replacements and dots', () => {
    for (const name of Array.from({ length: 500 }, anyUsername))
      for (const [plain, disguised] of disguises) {
        const worn = name.replaceAll(plain, disguised)
        expect(usernameSkeleton(worn)).toBe(usernameSkeleton(name))
        expect(usernameSkeleton([...worn].join('_'))).toBe(usernameSkeleton(name))
      }
    expect(usernameSkeleton('vw')).toBe(usernameSkeleton('wv'))
    expect(usernameSkeleton('mara')).not.toBe(usernameSkeleton('nara'))
  })

  test('a name in any writing has the skeleton of its plain one', () => {
    for (const confusable of [
      'Ａｄｍｉｎ',
      '𝓐𝓭𝓶𝓲𝓷',
      'аdmіn',
      'ADMIN',
      'a̲d̲m̲i̲n̲',
      'ad\u200bmin',
      'ᴀᴅᴍɪɴ',
      'Αdmin',
      'a·d·m·i·n',
    ])
      expect(nameSkeleton(confusable), confusable).toBe(nameSkeleton('admin'))
  })
})

describe('a username confusable with another', () => {
  test('is rejected at sign-up, at completion and at a change, for owners of every role', async () => {
    const base = `w${Math.random()
      .toString(36)
      .replaceAll(/[^a-z]/g, '')
      .slice(0, 5)}`
    for (const build of [buildPerformer, buildUser]) {
      const owner = await build(server.ctx, { username: `mio_${base}${build === buildUser ? 'u' : ''}` })
      const disguised = [
        owner.username.replace('_', ''),
        owner.username.replace('_', '.'),
        owner.username.replace('i', '1'),
        owner.username.replace('i', 'l'),
        owner.username.replace('o', '0'),
        owner.username.replace('m', 'rn'),
        owner.username.replace('w', 'vv'),
      ]
      const [fan, unfinished] = [await buildUser(server.ctx), await buildUnfinished(server.ctx)]
      for (const username of disguised) {
        expect((await register(username)).body, username).toMatchObject({
          code: 'USERNAME_LOOKS_ALIKE',
          errors: [{ path: 'username', code: 'USERNAME_LOOKS_ALIKE' }],
        })
        expect((await rename(fan, username)).body.code, username).toBe('USERNAME_LOOKS_ALIKE')
        const completed = await api(server)
          .as(unfinished)
          .post('/auth/users/me/completion', { username, email: 'late@example.com', acceptTerms: true })
        expect(completed.body.code, username).toBe('USERNAME_LOOKS_ALIKE')
      }
      await expect(
        createAdmin(server.ctx, { email: 'watch@example.com', username: disguised[1]!, another: true }),
      ).rejects.toThrow('looks like one that is taken')
      // The owner of the name may change its spelling.
      const path = build === buildPerformer ? '/performers/me' : '/users'
      expect((await api(server).as(owner).put(path, { username: disguised[1]! })).status).toBe(200)
    }
  })

  test('of eight concurrent requests for confusable names, one succeeds', async () => {
    const names = [
      'twin_lamp',
      'twinlamp',
      'twin.lamp',
      'tw1n_lamp',
      'twln_lamp',
      'tvvin_lamp',
      'twin_larnp',
      'twin__lamp',
    ]
    const replies = await Promise.all(names.map((name) => register(name)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.body.code === 'USERNAME_LOOKS_ALIKE')).toHaveLength(7)
    const people = await Promise.all(names.map(() => buildUser(server.ctx)))
    const changed = await Promise.all(people.map((person, at) => rename(person, `${names[at]}.b`)))
    expect(changed.filter((entry) => entry.status === 200)).toHaveLength(1)
  })

  test('of one that was given up is reserved for a year; the name itself is never given to another account', async () => {
    const [fan, other] = [await buildUser(server.ctx, { username: 'old.lantern' }), await buildUser(server.ctx)]
    expect((await rename(fan, 'bright.window')).status).toBe(200)
    expect((await rename(other, 'o1d_lantern')).body.code).toBe('USERNAME_LOOKS_ALIKE')
    await advanceClock(server.ctx, '13 months')
    const late = await buildUser(server.ctx)
    expect((await rename(late, 'old.lantern')).body.code).toBe('USERNAME_TAKEN')
    expect((await rename(late, 'o1d_lantern')).status).toBe(200)
  })

  test('is rejected if it is confusable with an address of this site or with staff', async () => {
    const reserved = [
      'adm1n',
      'a.d.m.i.n',
      'supp0rt',
      'fan1ight',
      'fan_light',
      'fanlight.support',
      'the_staff',
      'adrnin',
      'help_team',
    ]
    for (const username of [...reserved, 'support24', 's_earch', 'exp1ore'])
      expect((await register(username)).body.code, username).toBe('USERNAME_RESERVED')
    for (const name of pageNames.filter((otherName) => /^[a-z0-9_.]{3,30}$/.test(otherName)))
      expect((await register(name)).body.code, name).toBe('USERNAME_RESERVED')
    for (const username of ['badminton_ada', 'anna.official', 'supportive_soul', 'lightfan'])
      expect((await register(username)).status, username).toBe(200)
  })
})

describe('a name that deceives', () => {
  const refused = [
    'Fanlight',
    'Ｓｕｐｐｏｒｔ',
    'Adm1n',
    'Fanlight Support Team',
    'Jаmie Rowe',
    'Μaria',
    'Maralindt ✔',
    'ᴀᴅᴍɪɴ',
    'Fan\u200blight',
  ]
  const taken = [
    'Anna Kim',
    'Анна',
    'Μαρία',
    'ジェイミー Rowe',
    '林小姐 Lin',
    'Support Local Artists',
    'José',
    '𝓐𝓷𝓷𝓪',
    'ليلى Layla',
  ]

  test.each(refused)('%s is refused at sign-up and at a change', async (name) => {
    const fan = await buildUser(server.ctx)
    const creator = await buildPerformer(server.ctx)
    const unique = `n_${Math.random().toString(36).slice(2, 10)}`
    expect((await register(unique, name)).body).toMatchObject({ code: 'NAME_MISLEADING', errors: [{ path: 'name' }] })
    expect((await api(server).as(fan).put('/users', { name })).body.code).toBe('NAME_MISLEADING')
    expect((await api(server).as(creator).put('/performers/me', { name })).body.code).toBe('NAME_MISLEADING')
  })

  test.each(taken)('%s is a name like any other, and several people may have it', async (name) => {
    for (const fan of [await buildUser(server.ctx), await buildUser(server.ctx)])
      expect((await api(server).as(fan).put('/users', { name })).status).toBe(200)
  })

  test('that is older than the rule may be sent along', async () => {
    const fan = await buildUser(server.ctx, { name: 'Support' })
    expect((await api(server).as(fan).put('/users', { name: 'Support', theme: 'dark' })).status).toBe(200)
  })
})
