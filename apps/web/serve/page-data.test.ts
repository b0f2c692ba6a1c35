import { expect, test } from 'vitest'
import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { flatData, scriptSafe } from './page-data.ts'

const readBack = async (text: string) =>
  (await decode(new Response(text).body as ReadableStream<Uint8Array>, globalThis as unknown as Window)).value

test('the router reads back what was written', async () => {
  const shared = { name: 'Ines', at: null }
  const state = {
    loaderData: {
      root: { me: shared, again: shared },
      page: { list: [1, 1.5, -3, 'a', '', true, false, null, [], {}] },
    },
    actionData: null,
    errors: null,
    odd: [undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 'Ünï 日本 </script>'],
  }
  expect(await readBack(`${flatData(state)}\n`)).toEqual(state)
})

test('what is not plain JSON is left to the router', () => {
  expect(flatData({ at: new Date() })).toBeUndefined()
  expect(flatData({ later: Promise.resolve(1) })).toBeUndefined()
  expect(flatData({ total: 3n })).toBeUndefined()
  expect(flatData({ act: () => 1 })).toBeUndefined()
})

test('no text ends the script it stands in', () => {
  const text = scriptSafe(JSON.stringify('</script><!--\u2028&'))
  expect(text).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(text)).toBe('</script><!--\u2028&')
})
