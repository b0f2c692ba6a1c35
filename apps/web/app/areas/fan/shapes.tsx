import type { ReactNode } from 'react'
import { Columns } from '../../layouts/primary.tsx'
import { PostSkeletons } from '../../parts/post-card/post-skeleton.tsx'
import { Skeleton } from '../../ui/states.tsx'

// What each page looks like before it comes: places of the size of the real things, where the real things will stand.

/** The shape of the page at this address; null where it is none of these. */
export function shapeOf(path: string): ReactNode {
  const Shape = path.startsWith('/post/') ? Posts : shapes[path]
  return Shape ? <Shape /> : null
}
const shapes: Record<string, () => ReactNode> = {
  '/home': Posts,
  '/user/bookmarks': Posts,
  '/user/wallet': Wallet,
  '/user/transactions': () => <List width={1120} filters rows={10} />,
  '/user/subscriptions': () => <List width={756} filters rows={4} tall />,
  '/user/cards': () => <List width={692} rows={2} tall />,
  '/user/addresses': () => <List width={692} rows={2} tall />,
  '/user/following': () => <Faces width={1120} />,
  '/explore': () => <Faces width={1312} search />,
  '/user/account': Account,
  '/user/security': Account,
  '/user/privacy': Account,
  '/user/privacy/close': Account,
  '/user/account/email': Account,
}

function Page({ width, children }: { width: number; children: ReactNode }) {
  return (
    <div className="mx-auto w-full px-4 pb-16 md:px-8 md:pt-6" style={{ maxWidth: width }}>
      <Head />
      {children}
    </div>
  )
}
function Head() {
  return (
    <div className="flex h-14 items-center md:mb-5 md:h-auto md:py-1">
      <Skeleton className="h-7 w-40 md:h-8" />
    </div>
  )
}

function Posts() {
  return (
    <Columns>
      <Head />
      <PostSkeletons />
    </Columns>
  )
}

function Wallet() {
  return (
    <Page width={1120}>
      <div className="max-w-[628px]">
        <Skeleton className="h-[168px] rounded-xl! md:h-[192px]" />
        <Skeleton className="mt-8 mb-4 h-6 w-36" />
        <div className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3">
          {[0, 1, 2, 3, 4, 5].map((at) => (
            <Skeleton key={at} className="h-[92px] rounded-lg!" />
          ))}
        </div>
        <Skeleton className="mt-9 mb-3 h-6 w-24" />
        <Rows count={5} round />
      </div>
    </Page>
  )
}

function List({
  width,
  rows,
  filters = false,
  tall = false,
}: {
  width: number
  rows: number
  filters?: boolean
  tall?: boolean
}) {
  return (
    <Page width={width}>
      {filters ? <Skeleton className="mb-4 h-10 w-44 rounded-full!" /> : null}
      {tall ? (
        <div className="grid gap-3">
          {Array.from({ length: rows }, (_, at) => (
            <Skeleton key={at} className="h-[106px] rounded-lg!" />
          ))}
        </div>
      ) : (
        <div className="rounded-lg bg-surface px-4 py-2 ring-1 ring-line md:px-5">
          <Rows count={rows} />
        </div>
      )}
    </Page>
  )
}

function Faces({ width, search = false }: { width: number; search?: boolean }) {
  return (
    <Page width={width}>
      {search ? <Skeleton className="mb-4 h-12 rounded-full!" /> : null}
      <div className="grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 md:gap-x-5 lg:grid-cols-5 xl:grid-cols-6">
        {Array.from({ length: 6 }, (_, at) => (
          <div key={at} className="grid justify-items-center gap-2.5">
            <Skeleton className="aspect-[3/4] w-full rounded-(--radius-arch)!" />
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-8 w-22 rounded-full!" />
          </div>
        ))}
      </div>
    </Page>
  )
}

function Account() {
  return (
    <Page width={960}>
      <div className="gap-12 lg:grid lg:grid-cols-[176px_minmax(0,1fr)]">
        <Skeleton className="mb-6 h-9 w-44 lg:h-20" />
        <div className="grid max-w-[600px] gap-5">
          {[0, 1, 2, 3].map((at) => (
            <div key={at} className="grid gap-2">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-12 rounded-full!" />
            </div>
          ))}
        </div>
      </div>
    </Page>
  )
}

function Rows({ count, round = false }: { count: number; round?: boolean }) {
  return Array.from({ length: count }, (_, at) => (
    <div key={at} className="flex h-[61px] items-center gap-3.5 border-t border-line first:border-0">
      {round ? <Skeleton className="size-10 shrink-0 rounded-full!" /> : null}
      <span className="grid min-w-0 flex-1 gap-2">
        <Skeleton className="h-3.5 w-56 max-w-4/5" />
        <Skeleton className="h-3 w-28" />
      </span>
      <Skeleton className="h-4 w-14" />
    </div>
  ))
}
