import { hideable as ofContract } from '@fanlight/contract/accounts'
import { expect, it } from 'vitest'
import { changesOf, hideable } from './changes.ts'

const form = (fields: [string, string][]) => {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

it('a link without a title is called by its host, and an empty one is left out', () => {
  const { links } = changesOf(
    form([
      ['linkTitle', ''],
      ['linkUrl', 'https://www.example.com/ines'],
      ['linkTitle', 'Shop'],
      ['linkUrl', 'https://shop.example'],
      ['linkTitle', ''],
      ['linkUrl', ''],
    ]),
  )
  expect(links).toEqual([
    { title: 'example.com', url: 'https://www.example.com/ines' },
    { title: 'Shop', url: 'https://shop.example' },
  ])
})
it('reads topics with either comma, and takes an empty choice for none', () => {
  const changes = changesOf(
    form([
      ['categories', 'Ceramics, Craft、陶芸 ,'],
      ['gender', ''],
      ['eyeColor', 'green'],
      ['country', ''],
    ]),
  )
  expect(changes).toMatchObject({
    categories: ['Ceramics', 'Craft', '陶芸'],
    gender: null,
    eyeColor: 'green',
    country: null,
  })
  expect(changes).not.toHaveProperty('username')
})

it('hides what is not ticked', () => {
  const changes = changesOf(
    form([
      ['shownSubmitted', 'true'],
      ...hideable
        .filter((name) => name !== 'weight' && name !== 'age')
        .map((name): [string, string] => ['shown', name]),
    ]),
  )
  expect(changes).toMatchObject({ hiddenFields: ['age', 'weight'] })
  expect([...hideable]).toEqual([...ofContract])
})
