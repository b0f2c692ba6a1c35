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
