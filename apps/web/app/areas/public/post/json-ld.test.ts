import { expect, it } from 'vitest'
import { jsonForScript } from '../../../parts/site/json-ld.tsx'
import { postData } from './json-ld.ts'

it('says what a post is, who wrote it and whether it is free, and lets no text end the script', () => {
  const post = {
    _id: 'p1',
    title: '</script>',
    text: 'Clay and fire',
    locked: true,
    publishedAt: '2026-01-01T00:00:00Z',
    performer: { _id: 'c1', name: 'Ines', username: 'ines' },
    stats: { likes: 3, comments: 1 },
  }
  const text = jsonForScript(postData(post as never, 'https://fan.example'))
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'SocialMediaPosting',
    url: 'https://fan.example/post/p1',
    headline: '</script>',
    isAccessibleForFree: false,
    author: { name: 'Ines', url: 'https://fan.example/ines' },
  })
})
