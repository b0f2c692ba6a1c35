import type { ReactNode } from 'react'
import { Skeleton } from '../ui/states.tsx'
import { Card, fields, Head, many, Page, Panel, Pills, Row, tiles } from './shape-parts.tsx'

// The shapes of the studio and of the staff pages.

const board = (
  <Page>
    <Head detail />
    {tiles(
      'grid-cols-2 gap-2.5 md:gap-3.5 xl:grid-cols-[1.5fr_1fr_1fr_1fr] max-xl:[&>:first-child]:col-span-2',
      <Skeleton className="h-30 rounded-lg!" />,
      4,
    )}
    <div className="mt-3.5 grid gap-3.5 xl:grid-cols-[minmax(0,1fr)_minmax(0,23.5rem)]">
      <Skeleton className="h-80 rounded-lg!" />
      <Panel />
    </div>
  </Page>
)
/** Where one is among pages that belong together. */
const tabs = (
  <div className="mb-4 flex h-11 items-center gap-8 overflow-hidden border-b border-line px-3.5">
    {many(6, <Skeleton className="h-4 w-16" />)}
  </div>
)
const items = (
  <Page>
    <Head detail />
    {tabs}
    <Pills className="mb-4" />
    <Card className="divide-y divide-line">{many(7, <Row image="size-12 rounded-sm!" className="px-4 py-3" />)}</Card>
  </Page>
)
const people = (
  <Page>
    <Head detail />
    <Pills className="mb-4" />
    <Skeleton className="mb-4 h-11 max-w-80 rounded-full!" />
    <Card className="divide-y divide-line">{many(8, <Row image="size-10 rounded-full!" className="px-4 py-3" />)}</Card>
  </Page>
)
const payouts = (
  <Page>
    <Head detail />
    {tiles('gap-3.5 md:grid-cols-[1.5fr_1fr]', <Skeleton className="h-30 rounded-lg!" />, 2)}
    <Card className="mt-4 p-5">{fields(3)}</Card>
  </Page>
)
const photos = (
  <Page>
    <Head detail />
    {tabs}
    <Skeleton className="mb-4 h-11 w-72 max-w-full rounded-full!" />
    {tiles('grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5', <Skeleton className="aspect-[4/5] rounded-md!" />, 15)}
  </Page>
)
const vault = (
  <Page>
    <Head detail />
    {tabs}
    <div className="mb-5 grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <Skeleton className="h-40 rounded-lg!" />
      <Skeleton className="h-40 rounded-lg!" />
    </div>
    <Pills className="mb-4" />
    {tiles('grid-cols-2 gap-3 md:grid-cols-5', <Skeleton className="aspect-[4/5] rounded-md!" />, 15)}
  </Page>
)
const composer = (
  <Page>
    <Head isDeep />
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_23.5rem]">
      <div className="grid content-start gap-4">
        <Skeleton className="h-48 rounded-lg!" />
        <Card className="p-5">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-4 h-4 w-3/4" />
          <Skeleton className="mt-16 h-6 w-56" />
        </Card>
        <Skeleton className="h-28 rounded-lg!" />
      </div>
      <div className="max-xl:hidden">
        <Skeleton className="mb-5 h-11 rounded-full!" />
        <Panel />
      </div>
    </div>
  </Page>
)
const studio = (
  <Page>
    <Head />
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_23.5rem]">
      <Skeleton className="aspect-video rounded-lg!" />
      <Panel />
    </div>
  </Page>
)
const links = (
  <Page>
    <Head />
    <Card className="divide-y divide-line">{many(9, <Row image="size-6 rounded-full!" className="px-4 py-4" />)}</Card>
  </Page>
)
const form = (
  <Page>
    <Head detail isDeep />
    <div className="max-w-list">{fields(5)}</div>
  </Page>
)

const table = (
  <div className="px-4 py-4 md:px-6">
    <Skeleton className="h-6 w-48" />
    <Skeleton className="mt-2 h-3 w-72 max-w-full" />
    <Pills className="mt-4" />
    <div className="mt-4 divide-y divide-line">
      {many(
        12,
        <div className="grid h-11 grid-cols-[2fr_1fr_1fr] items-center gap-6 md:grid-cols-[2fr_1fr_1fr_1fr]">
          {many(3, <Skeleton className="h-3.5 w-4/5" />)}
          <Skeleton className="h-3.5 w-1/2 max-md:hidden" />
        </div>,
      )}
    </div>
  </div>
)
const liveWall = (
  <div className="px-4 py-4 md:px-6">
    <Skeleton className="h-6 w-48" />
    <Skeleton className="mt-2 h-3 w-72 max-w-full" />
    <Pills className="mt-4 mb-4" />
    {tiles('gap-3.5 sm:grid-cols-2 xl:grid-cols-4', <Skeleton className="aspect-[4/3] rounded-lg!" />, 8)}
  </div>
)
const overview = (
  <div className="px-4 py-4 md:px-6">
    <Skeleton className="h-6 w-48" />
    <Skeleton className="mt-2 h-3 w-72 max-w-full" />
    <div className="mt-5 grid gap-4 xl:grid-cols-2">
      <Panel />
      <Skeleton className="h-64 rounded-lg!" />
    </div>
  </div>
)
const staffForm = (
  <div className="px-4 py-4 md:px-6">
    <Skeleton className="mb-6 h-6 w-48" />
    <div className="max-w-list">{fields(5)}</div>
  </div>
)

/** The first that matches is taken; other pages of creators are forms, other pages of staff are tables. */
const shapes: readonly (readonly [RegExp, ReactNode])[] = [
  [/^\/creator(?:\/earnings)?$/, board],
  [/^\/creator\/vault$/, vault],
  [/^\/creator\/photos$/, photos],
  [/^\/creator\/(?:audience|coupons|shows)$/, people],
  [/^\/creator\/payouts$/, payouts],
  [/^\/creator\/live$/, studio],
  [/^\/creator\/more$/, links],
  [/^\/creator\/(?:posts|galleries|products|videos)\//, composer],
  [/^\/creator\/(?:posts|galleries|products|videos|orders|comments|trash|participants)$/, items],
  [/^\/creator\//, form],
  [/^\/admin$/, overview],
  [/^\/admin\/(?:settings|menus|promos|posts\/.*)$/, staffForm],
  [/^\/admin\/live$/, liveWall],
  [/^\/admin\//, table],
]
/** The shape of a page of creators or staff. */
export const WorkShape = ({ path }: { path: string }): ReactNode => shapes.find(([pattern]) => pattern.test(path))?.[1]
