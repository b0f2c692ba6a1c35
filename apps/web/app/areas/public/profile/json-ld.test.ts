import { expect, it } from 'vitest'
import { jsonForScript } from '../../../parts/site/json-ld.tsx'
import { profileData } from './json-ld.ts'
import type { Profile } from './length.ts'

it('lets no text of a user end the script', () => {
  const profile = {
    _id: '1',
    name: '</script><b>',
    username: 'ines',
    bio: '',
    tagline: 'a < b',
    avatar: '/a.webp',
    links: [],
    createdAt: '2026-01-01T00:00:00Z',
    counts: { followers: 3 },
  }
  const text = jsonForScript(profileData(profile as unknown as Profile, 'https://fan.example'))
  expect(text).not.toContain('<')
  expect(JSON.parse(text).mainEntity).toMatchObject({
    name: '</script><b>',
    description: 'a < b',
    url: 'https://fan.example/ines',
  })
})
