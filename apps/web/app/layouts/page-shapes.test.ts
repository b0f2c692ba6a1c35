import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { shapeOf } from './page-shapes.tsx'

/** The paths of an area's pages, with something in the place of each parameter. */
const pathsOf = (area: string): string[] => {
  const walk = (entries: readonly RouteConfigEntry[], above: string): string[] =>
    entries.flatMap(({ path = '', children = [] }) => {
      const here = path ? `${above}/${path.replaceAll(/:\w+/g, 'abc')}` : above
      return [here, ...walk(children, here)]
    })
  return walk(routes.find(({ file }) => file === `areas/${area}/area.tsx`)?.children ?? [], '')
}
const withoutShape = shapeOf('/page/terms')

test('every page of the fan has a shape of its own', () => {
  const paths = pathsOf('fan')
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => shapeOf(path) === withoutShape)).toEqual([])
})

test('of the public pages, only texts and single forms have none', () => {
  expect(
    pathsOf('public')
      .filter((path) => shapeOf(path) === withoutShape)
      .filter((path) => !/^\/(?:auth|page|consent)\//.test(path)),
  ).toEqual([
    '',
    '/explore/why',
    '/terms-changed',
    '/age',
    '/appeal',
    '/unsubscribe',
    '/contact',
    '/cookies',
    '/outbox',
    '/*',
  ])
})

test('pages that are built alike share a shape, and others do not', () => {
  expect(shapeOf('/video/a')).toBe(shapeOf('/valloyclay/live'))
  expect(shapeOf('/valloyclay')).not.toBe(shapeOf('/live'))
  expect(new Set(['/home', '/explore', '/valloyclay', '/post/a', '/messages', '/user/wallet'].map(shapeOf)).size).toBe(
    6,
  )
})
