import { getPost } from '@fanlight/contract/pages'
import { expect, test } from 'vitest'
import { slugFrom } from './slug.ts'

test.each([
  ['Terms of use', 'terms-of-use'],
  ['  Über  uns! ', 'uber-uns'],
  ['Crème brûlée & co.', 'creme-brulee-co'],
  [`${'long '.repeat(40)}`, 'long-'.repeat(16).slice(0, -1)],
])('an address from a title: %s', (title, slug) => {
  expect(slugFrom(title)).toBe(slug)
  expect(getPost.params.safeParse({ id: slug }).success).toBe(true)
})

test('a title without Latin characters gives no slug, so the writer has to enter one', () => {
  expect(slugFrom('利用規約')).toBe('')
})
