import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env, [])
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
const keys = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }

test('the mail server is named by an address of its protocol', () => {
  expect(loadConfig({ SMTP_URL: 'smtps://me:secret@mail.example.com:465' }, []).allowPrivateSmtp).toBe(false)
  expect(problemsOf({ SMTP_URL: 'mail.example.com' })).toEqual([expect.stringContaining('SMTP_URL')])
  expect(problemsOf({ SMTP_URL: 'https://mail.example.com' })).toHaveLength(1)
})

test('an address of a database that the driver would read as something else', () => {
  for (const DATABASE_URL of [
    'nonsense',
    'localhost:5432/fanlight',
    'postgres:fanlight',
    'https://db.example/fanlight',
    'postgres://me:50%@db/fanlight',
    'postgres://me:a/b@db/fanlight',
  ])
    expect(problemsOf({ DATABASE_URL }), DATABASE_URL).toEqual([
      expect.stringMatching(/^DATABASE_URL: must be an address such as postgres:/),
    ])
  for (const DATABASE_URL of [
    'postgres://me:secret@db.example:5432/fanlight?sslmode=verify-full',
    'postgresql://db/fanlight',
    'postgres:///fanlight',
    'postgres://me@%2Fvar%2Frun/fanlight',
  ])
    expect(problemsOf({ DATABASE_URL }), DATABASE_URL).toEqual([])
})

test('keys of Stripe come in pairs, look like keys, and a live one keeps demo mode from starting', () => {
  expect(problemsOf({})).toEqual([])
  expect(loadConfig({}, []).stripe).toBeUndefined()
  expect(loadConfig(keys, []).stripe).toEqual({
    apiUrl: 'https://api.stripe.com',
    secretKey: 'sk_test_0123456789',
    webhookSecret: 'whsec_0123456789abcdef',
  })
  expect(problemsOf({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY })).toEqual([
    expect.stringContaining('each needs the other'),
  ])
  expect(problemsOf({ STRIPE_WEBHOOK_SECRET: keys.STRIPE_WEBHOOK_SECRET })).toHaveLength(1)
  expect(problemsOf({ ...keys, STRIPE_SECRET_KEY: 'pk_live_0123456789' })).toHaveLength(1)
  expect(problemsOf({ ...keys, STRIPE_SECRET_KEY: 'sk_live_0123456789' })).toEqual([
    expect.stringContaining('demo mode'),
  ])
  const production = problemsOf({ ...keys, FANLIGHT_MODE: 'production', STRIPE_API_URL: 'http://127.0.0.1:12111' })
  expect(production).toContainEqual(expect.stringContaining('STRIPE_API_URL'))
})

test('a LiveKit server comes with its key and secret, and in place of our own engine', () => {
  const whole = {
    LIVEKIT_URL: 'ws://10.0.0.6:7880/',
    LIVEKIT_API_KEY: 'fanlight',
    LIVEKIT_API_SECRET: 'north lamp room 26 and some more',
  }
  expect(loadConfig(whole, []).liveKit).toEqual({
    url: 'http://10.0.0.6:7880',
    key: 'fanlight',
    secret: whole.LIVEKIT_API_SECRET,
  })
  expect(loadConfig({}, []).liveKit).toBeUndefined()
  for (const name of Object.keys(whole))
    expect(problemsOf(Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name))), name).toEqual([
      'LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET: each needs the others',
    ])
  expect(problemsOf({ ...whole, LIVEKIT_API_SECRET: 'short' })).toEqual([expect.stringContaining('32 signs')])
  expect(problemsOf({ ...whole, LIVEKIT_URL: 'rtmp://10.0.0.6' })).toEqual([expect.stringContaining('ws://')])
  expect(problemsOf({ ...whole, LIVE_ENGINE_URL: 'http://10.0.0.5:7880' })).toEqual([
    expect.stringContaining('one of the two'),
  ])
})

test('TURN servers and their secret come in pairs, and are addresses of TURN', () => {
  const LIVE_TURN_SECRET = 'north-lamp-room-26'
  const LIVE_TURN_URLS = 'turn:turn.example.com, turns:[2001:db8::1]:443?transport=tcp'
  expect(loadConfig({ LIVE_TURN_URLS, LIVE_TURN_SECRET }, []).liveTurn).toEqual({
    urls: ['turn:turn.example.com', 'turns:[2001:db8::1]:443?transport=tcp'],
    secret: LIVE_TURN_SECRET,
  })
  expect(loadConfig({}, []).liveTurn).toBeUndefined()
  const halves: Record<string, string>[] = [{ LIVE_TURN_URLS }, { LIVE_TURN_SECRET }]
  for (const half of halves)
    expect(problemsOf(half)).toEqual(['LIVE_TURN_URLS, LIVE_TURN_SECRET: each needs the other'])
  for (const wrong of [
    'turn.example.com',
    'https://turn.example.com',
    'turn:me:secret@turn.example.com',
    'stun:turn.example.com',
  ])
    expect(problemsOf({ LIVE_TURN_URLS: wrong, LIVE_TURN_SECRET }), wrong).toEqual([
      expect.stringContaining('must be addresses such as turn:'),
    ])
  expect(problemsOf({ LIVE_TURN_URLS, LIVE_TURN_SECRET: 'short' })).toEqual([expect.stringContaining('16 signs')])
})
