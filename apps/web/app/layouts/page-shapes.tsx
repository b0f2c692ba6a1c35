import clsx from 'clsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { PostSkeleton } from '../parts/posts/post-skeleton.tsx'
import { Skeleton } from '../ui/states.tsx'
import { Card, fields, Head, many, Page, Panel, Pills, Row, tiles } from './shape-parts.tsx'

// What a page looks like before its data is there: as wide as the page, its head and bars as high, and its parts where they will be. One
// shape serves all pages that are built alike.

/** 620 px, and a column of panels beside it where the screen has the room. */
function Columns({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <Page
      width="max-w-columns"
      className="grid grid-cols-[minmax(0,var(--width-column))] justify-center gap-11 xl:grid-cols-[minmax(0,var(--width-column))_340px]"
    >
      <div className="w-full max-w-column min-w-0 max-xl:mx-auto">{children}</div>
      <div className="grid content-start gap-4 max-xl:hidden">{aside ?? many(3, <Panel />)}</div>
    </Page>
  )
}
const cards = (count: number, image?: string) => (
  <div className="mt-4 grid gap-3">
    {many(
      count,
      <Card className="p-4">
        <Row {...(image ? { image } : {})} />
      </Card>,
    )}
  </div>
)

const posts = (count: number) => <div className="grid gap-2 md:gap-4">{many(count, <PostSkeleton />)}</div>

const portrait = (
  <>
    <Skeleton className="aspect-[4/5] rounded-(--radius-arch)!" />
    <Skeleton className="mx-auto mt-3 h-4 w-3/4" />
    <Skeleton className="mx-auto mt-2 h-3 w-1/2" />
  </>
)
/** An image and the two lines below it. */
const titled = (shape: string) => (
  <>
    <Skeleton className={clsx('rounded-md!', shape)} />
    <Skeleton className="mt-3 h-4 w-4/5" />
    <Skeleton className="mt-2 h-3 w-1/2" />
  </>
)
const searchField = <Skeleton className="h-12 rounded-full!" />
/** The tabs of a library, with the line below them. */
const tabLine = (
  <div className="mb-4 flex h-11 items-center gap-7 border-b border-line px-3.5">
    {many(3, <Skeleton className="h-4 w-18" />)}
  </div>
)

const home = (
  <Columns>
    <div className="h-14 md:hidden" />
    <div className="flex items-center justify-between gap-4 max-md:py-2 md:mb-4">
      <Skeleton className="h-7 w-28 max-md:hidden" />
      <Skeleton className="h-10 w-42 rounded-full! max-md:w-full pointer-coarse:h-12" />
    </div>
    <div className="mb-4 flex gap-5 overflow-hidden">
      {many(
        7,
        <>
          <Skeleton className="size-17 rounded-full!" />
          <Skeleton className="mx-auto mt-3 h-3 w-12" />
        </>,
      )}
    </div>
    {posts(2)}
  </Columns>
)
const explore = (
  <Page width="max-w-wide">
    <Head detail />
    {searchField}
    <Pills count={7} className="mt-4" />
    <Skeleton className="mt-7 mb-4 h-6 w-32" />
    {tiles(
      'gap-4 sm:grid-cols-2 lg:grid-cols-3',
      <Card className="overflow-hidden pb-4">
        <Skeleton className="aspect-[9/5] rounded-none!" />
        <Row image="ms-4 -mt-6 size-16 rounded-full! ring-4 ring-surface" />
        <Skeleton className="mx-4 mt-5 h-4" />
        <Skeleton className="mx-4 mt-2 h-4 w-1/2" />
        <Skeleton className="ms-auto me-4 mt-6 h-10 w-24 rounded-full!" />
      </Card>,
      9,
    )}
  </Page>
)
const search = (
  <Page>
    <Head />
    {searchField}
    <Pills className="mt-4" />
    {tiles('mt-5 grid-cols-2 gap-x-3.5 gap-y-6 sm:grid-cols-3 lg:grid-cols-5', portrait, 10)}
  </Page>
)
const following = (
  <Page>
    <Head detail isDeep />
    {tiles('grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 md:gap-x-5 lg:grid-cols-5 xl:grid-cols-6', portrait)}
  </Page>
)
const live = (
  <Page width="max-w-wide">
    <Head detail />
    <Pills className="mb-4" />
    <div className="grid gap-x-4.5 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
      <div className="max-sm:-mx-4 sm:col-span-2 lg:row-span-2">
        <Skeleton className="aspect-video sm:rounded-lg! max-sm:rounded-none!" />
      </div>
      {many(8, titled('aspect-video'))}
    </div>
  </Page>
)
const profile = (
  <Page className="md:pt-0!">
    <Skeleton className="-mx-4 h-[150px] rounded-none! md:-mx-8 md:h-[252px] md:rounded-b-xl!" />
    <div className="grid gap-x-11 xl:grid-cols-[minmax(0,1fr)_348px]">
      <div className="min-w-0">
        <div className="relative -mt-[74px] flex items-end justify-between md:-mt-28">
          <div className="rounded-(--radius-arch) bg-canvas p-1 md:p-[5px]">
            <Skeleton className="aspect-[4/5] w-[98px] rounded-(--radius-arch)! md:w-[140px]" />
          </div>
          <div className="flex gap-2 md:pb-2">
            <Skeleton className="size-10 rounded-full!" />
            <Skeleton className="size-10 rounded-full!" />
            <Skeleton className="h-10 w-25 rounded-full!" />
          </div>
        </div>
        <Skeleton className="mt-3.5 h-7 w-56 max-w-full md:mt-5 md:h-9" />
        <Skeleton className="mt-2 h-4 w-72 max-w-full" />
        <Skeleton className="mt-4 h-4 max-w-[38em]" />
        <Skeleton className="mt-2 h-4 max-w-[30em]" />
        <Skeleton className="mt-4 h-4 w-52" />
      </div>
      <Skeleton className="mt-5 h-44 rounded-lg! xl:-mt-[76px] xl:h-72" />
    </div>
    <div className="xl:me-[392px]">
      <div className="mt-6 mb-4.5 border-b border-line">
        <Pills count={6} className="pb-2" />
      </div>
      {tiles('grid-cols-2 gap-1.5 md:grid-cols-3 md:gap-3', <Skeleton className="aspect-[4/5] rounded-md!" />, 6)}
    </div>
  </Page>
)
const creatorPanels = (
  <>
    <Card className="p-5">
      <Row />
      <Skeleton className="mt-5 h-10 rounded-full!" />
    </Card>
    <Card className="p-5">
      <Skeleton className="mb-4 h-5 w-40" />
      {tiles('grid-cols-3 gap-1.5', <Skeleton className="aspect-square" />, 6)}
    </Card>
  </>
)
const post = (
  <Columns aside={creatorPanels}>
    <Head isDeep className="md:hidden" />
    {posts(1)}
    <Skeleton className="mt-6 h-6 w-36" />
    <div className="mt-5 grid gap-5">{many(3, <Row image="size-9 rounded-full!" />)}</div>
  </Columns>
)
const gallery = (
  <Page width="max-w-columns" className="grid grid-cols-[minmax(0,1fr)] gap-11 xl:grid-cols-[minmax(0,1fr)_340px]">
    <div>
      <Head isDeep className="md:hidden" />
      <Card className="p-4 max-md:-mx-4 max-md:rounded-none! md:px-5">
        <Row />
        <Skeleton className="mt-4 h-5 w-48" />
        {tiles('mt-4 grid-cols-3 gap-1.5', <Skeleton className="aspect-[3/4]" />, 6)}
      </Card>
    </div>
    <div className="grid content-start gap-4 max-xl:hidden">{creatorPanels}</div>
  </Page>
)
const watch = (
  <Page className="grid gap-x-8 xl:grid-cols-[minmax(0,1fr)_340px]">
    <div className="min-w-0">
      <Skeleton className="-mx-4 aspect-video rounded-none! md:mx-0 md:rounded-lg!" />
      <Skeleton className="mt-5 h-7 w-4/5" />
      <Skeleton className="mt-3 h-4 w-52" />
      <Skeleton className="mt-3 h-15 rounded-md! sm:hidden" />
      <Row className="mt-6 border-y border-line py-3" />
      <Skeleton className="mt-4 h-4" />
      <Skeleton className="mt-2 h-4 w-3/4" />
    </div>
    <div className="grid content-start gap-4 max-xl:mt-8">
      <Skeleton className="h-6 w-24" />
      {many(5, <Row image="aspect-video w-38 rounded-md!" />)}
    </div>
  </Page>
)
const product = (
  <Page>
    <Head isDeep className="md:hidden" />
    <div className="grid gap-x-11 gap-y-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <Skeleton className="aspect-square max-md:-mx-4 max-md:rounded-none! md:rounded-lg!" />
      <div>
        <Row image="size-10 rounded-full!" />
        <Skeleton className="mt-5 h-8 w-4/5" />
        <Skeleton className="mt-4 h-6 w-40" />
        <Skeleton className="mt-6 h-28 rounded-lg!" />
        <Skeleton className="mt-4 h-12 rounded-full!" />
      </div>
    </div>
  </Page>
)
/** A list of conversations, and the one that is open, each as high as the frame leaves it; a phone has one of both. */
const conversations = (isOpen: boolean) => (
  <div className="absolute inset-0 flex overflow-hidden">
    <div
      className={clsx(
        'w-full border-line px-4 pt-5 md:w-80 md:border-e md:px-5 lg:w-[388px]',
        isOpen && 'max-md:hidden',
      )}
    >
      <Skeleton className="h-8 w-40" />
      <Skeleton className="mt-4 h-11 rounded-full!" />
      <Pills count={4} className="mt-3" />
      <div className="mt-5 grid gap-6">{many(9, <Row image="size-12 rounded-full!" />)}</div>
    </div>
    {isOpen ? (
      <div className="flex min-w-0 flex-1 flex-col">
        <Row className="border-b border-line px-4 py-3 md:px-6" />
        <div className="flex flex-1 flex-col justify-end gap-3 px-4 pb-6 md:px-6">
          <Skeleton className="h-12 w-3/5 max-w-80 rounded-lg!" />
          <Skeleton className="h-20 w-2/3 max-w-96 rounded-lg!" />
          <Skeleton className="h-12 w-1/2 max-w-72 self-end rounded-lg!" />
        </div>
        <Skeleton className="mx-4 mb-4 h-12 rounded-full! md:mx-6" />
      </div>
    ) : null}
  </div>
)
const notifications = (
  <Columns aside={<Skeleton className="h-160 rounded-lg!" />}>
    <Head />
    <Pills />
    <div className="mt-7 grid gap-7">{many(8, <Row />)}</div>
  </Columns>
)
/** A narrow page of cards below each other. */
const column = (children: ReactNode) => (
  <Page>
    <div className="max-w-list lg:max-w-column">{children}</div>
  </Page>
)
const wallet = column(
  <>
    <Head />
    <Skeleton className="h-44 rounded-xl!" />
    <Skeleton className="mt-8 mb-4 h-6 w-44" />
    {tiles('grid-cols-2 gap-2.5 sm:grid-cols-3', <Skeleton className="h-28 rounded-lg!" />, 6)}
    {cards(3)}
  </>,
)
const transactions = column(
  <>
    <Head detail isDeep />
    <Pills count={2} />
    <Pills count={6} className="mt-3" />
    {cards(6)}
  </>,
)
const subscriptions = column(
  <>
    <Head detail isDeep />
    <Pills count={2} />
    {cards(5)}
  </>,
)
const saved = column(
  <>
    <Head detail isDeep />
    {cards(3, 'h-8 w-12 rounded-sm!')}
  </>,
)
const bookmarks = column(
  <>
    <Head detail />
    {tabLine}
    <Pills className="mb-4" />
    {posts(2)}
  </>,
)
const library = (
  <Page>
    <Head detail />
    {tabLine}
    <Pills />
    <Skeleton className="mt-6 mb-4 h-6 w-36" />
    {tiles('grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3 md:gap-x-4 lg:grid-cols-4', titled('aspect-video'), 8)}
  </Page>
)
const orders = (
  <Page>
    <Head detail />
    {tabLine}
    <Pills />
    {cards(5, 'size-18 rounded-md!')}
  </Page>
)
const order = (
  <Page>
    <Head detail isDeep />
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid gap-4">
        <Card className="p-5">
          <Skeleton className="mb-5 h-5 w-40" />
          <div className="grid gap-5">{many(3, <Row image="size-8 rounded-full!" />)}</div>
        </Card>
        <Skeleton className="h-40 rounded-lg!" />
      </div>
      <Card className="p-5">
        <Row image="size-16 rounded-md!" />
        <Skeleton className="mt-6 h-4" />
        <Skeleton className="mt-3 h-4" />
        <Skeleton className="mt-3 h-4 w-3/4" />
      </Card>
    </div>
  </Page>
)
const account = (
  <Page width="max-w-settings">
    <Head isDeep />
    <div className="gap-12 lg:grid lg:grid-cols-[176px_minmax(0,1fr)]">
      <div className="mb-6 flex gap-1 overflow-hidden lg:flex-col">{many(4, <Skeleton className="h-9 w-28" />)}</div>
      <div className="max-w-[600px]">
        <Skeleton className="mb-5 h-6 w-40" />
        {fields(4)}
      </div>
    </div>
  </Page>
)

/** What a page is built of that has no shape of its own: a title and text. */
const text = (
  <Page width="max-w-narrow">
    <Head />
    <div className="grid gap-3">{many(8, <Skeleton className="h-4" />)}</div>
  </Page>
)

/** What every page begins with. */
const title = (
  <Page>
    <Head />
  </Page>
)

/** Whether a page is one of the studio or of the staff. Fans do without the shapes of these. */
export const isWork = (path: string): boolean => /^\/(?:creator|admin)(?:\/|$)/.test(path)
export const loadWorkShapes = () => import('./work-shapes.tsx')
const WorkShape = lazy(() =>
  loadWorkShapes().then(
    (module) => ({ default: module.WorkShape }),
    () => ({ default: () => title }),
  ),
)

/** The first that matches is taken; a path with one part is somebody's profile. */
const shapes: readonly (readonly [RegExp, ReactNode])[] = [
  [/^\/home$/, home],
  [/^\/explore$/, explore],
  [/^\/search$/, search],
  [/^\/live$/, live],
  [/^\/post\//, post],
  [/^\/gallery\//, gallery],
  [/^\/(?:video|show)\/|^\/(?!creator|admin|user)[^/]+\/live$/, watch],
  [/^\/product\//, product],
  [/^\/messages$/, conversations(false)],
  [/^\/messages\//, conversations(true)],
  [/^\/notifications$/, notifications],
  [/^\/user\/wallet$/, wallet],
  [/^\/user\/transactions$/, transactions],
  [/^\/user\/subscriptions$/, subscriptions],
  [/^\/user\/(?:cards|addresses)$/, saved],
  [/^\/user\/purchases$/, library],
  [/^\/user\/purchases\//, post],
  [/^\/user\/orders$/, orders],
  [/^\/user\/orders\//, order],
  [/^\/user\/bookmarks$/, bookmarks],
  [/^\/user\/following$/, following],
  [/^\/user\//, account],
  [/^\/(?!(?:age|appeal|contact|cookies|outbox|terms-changed|unsubscribe)$)[\w.-]+$/, profile],
]
/** The shape of the page at this path. */
export const shapeOf = (path: string): ReactNode =>
  isWork(path) ? (
    <Suspense fallback={title}>
      <WorkShape path={path} />
    </Suspense>
  ) : (
    (shapes.find(([pattern]) => pattern.test(path))?.[1] ?? text)
  )
