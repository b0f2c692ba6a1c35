import { expect, test } from 'vitest'
import { turnServers } from './turn.ts'

const turn = {
  urls: ['turn:turn.example.com:3478', 'turns:turn.example.com:443?transport=tcp'],
  secret: 'north-lamp-room-26',
}
const account = '0190f8a2-0000-7000-8000-000000000001'

test('credentials name their end in ten minutes and their account, and are signed with the secret', () => {
  // The credential is what `openssl dgst -sha1 -hmac north-lamp-room-26 -binary | base64` makes of the name.
  expect(turnServers(turn, account, new Date('2026-11-28T12:00:00.600Z'))).toEqual([
    { urls: turn.urls, username: `1795867800:${account}`, credential: 'ycfqhsa2NrpsMR06VN3TKRIolKA=' },
  ])
})

test('without TURN servers there is nothing to give', () => {
  expect(turnServers(undefined, account, new Date())).toEqual([])
})
