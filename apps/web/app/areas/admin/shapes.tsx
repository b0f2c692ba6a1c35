import type { ReactNode } from 'react'
import { type T, useT } from '../../i18n/context.tsx'
import { Skeleton } from '../../ui/states.tsx'

/** The shape of a staff page before what stands on it comes; null where it is none of them. */
export function shapeOf(path: string): ReactNode {
  const shape = shapes[path]
  if (shape) return <Shape {...shape} />
  if (path.startsWith('/admin/users/')) return <AccountShape />
  return path.startsWith('/admin/posts/') ? <EditorShape /> : null
}

interface ShapeProps {
  title: (t: T) => string
  detail: ((t: T) => string) | null
  body: ReactNode
  width?: string
}
function Shape({ title, detail, body, width }: ShapeProps) {
  const t = useT()
  return (
    <div className={width}>
      <h1 className="text-xl">{title(t)}</h1>
      {detail ? <p className="mt-0.5 text-xs text-ink-3">{detail(t)}</p> : <Skeleton className="mt-1 h-3.5 w-52" />}
      {body}
    </div>
  )
}

const many = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

const Chips = ({ count }: { count: number }) => (
  <div className="mt-3 flex gap-2 overflow-hidden">
    {many(count).map((at) => (
      <Skeleton key={at} className="h-8 w-24 shrink-0 rounded-full! pointer-coarse:h-11" />
    ))}
  </div>
)
const Fields = ({ count }: { count: number }) => (
  <div className="mt-4 grid gap-2 sm:flex">
    {many(count).map((at) => (
      <Skeleton key={at} className="h-10 rounded-full! sm:w-48" />
    ))}
  </div>
)
const Rows = () => (
  <div className="mt-3 rounded-sm ring-1 ring-line">
    {many(12).map((at) => (
      <div
        key={at}
        className="flex h-9 items-center gap-6 border-t border-line px-3 first:border-0 pointer-coarse:h-11"
      >
        <Skeleton className="h-3.5 w-48" />
        <Skeleton className="h-3.5 w-16" />
        <span className="flex-1" />
        <Skeleton className="h-3.5 w-16 max-sm:hidden" />
      </div>
    ))}
  </div>
)
const Boxes = ({ count, className }: { count: number; className: string }) => (
  <div className={`mt-5 grid ${className}`}>
    {many(count).map((at) => (
      <div key={at} className="grid gap-2.5 rounded-md p-4 ring-1 ring-line">
        <Skeleton className="h-3.5 w-20" />
        <Skeleton className="h-7 w-12" />
        <Skeleton className="h-3 w-28" />
      </div>
    ))}
  </div>
)
const Settings = ({ count }: { count: number }) => (
  <div className="mt-8 rounded-md ring-1 ring-line">
    {many(count).map((at) => (
      <div key={at} className="grid gap-3 border-t border-line p-4 first:border-0 md:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid content-start gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-64 max-w-full" />
        </div>
        <Skeleton className="h-10 rounded-full!" />
      </div>
    ))}
  </div>
)

const shapes: Readonly<Record<string, ShapeProps>> = {
  '/admin': {
    title: (t) => t('staff.home.title'),
    detail: (t) => t('staff.home.detail'),
    width: 'max-w-[1100px]',
    body: <Boxes count={8} className="grid-cols-2 gap-3 xl:grid-cols-4" />,
  },
  '/admin/audit': {
    title: (t) => t('people.audit.title'),
    detail: (t) => t('people.audit.lead'),
    body: [<Fields key="fields" count={5} />, <Rows key="rows" />],
  },
  '/admin/users': {
    title: (t) => t('people.title'),
    detail: (t) => t('people.lead'),
    body: [<Chips key="kinds" count={4} />, <Chips key="states" count={6} />, <Rows key="rows" />],
  },
  '/admin/creators': {
    title: (t) => t('review.title'),
    detail: null,
    body: [<Chips key="states" count={8} />, <Rows key="rows" />],
  },
  '/admin/posts': {
    title: (t) => t('staff.posts.title'),
    detail: (t) => t('staff.posts.detail'),
    width: 'max-w-[1100px]',
    body: [<Chips key="states" count={4} />, <Rows key="rows" />],
  },
  '/admin/translations': {
    title: (t) => t('staff.words.title'),
    detail: (t) => t('staff.words.detail'),
    width: 'max-w-[1200px]',
    body: [<Fields key="fields" count={3} />, <Chips key="states" count={2} />, <Rows key="rows" />],
  },
  '/admin/menus': {
    title: (t) => t('site.menus.title'),
    detail: (t) => t('site.menus.detail'),
    width: 'max-w-[960px]',
    body: <Settings count={2} />,
  },
  '/admin/promos': {
    title: (t) => t('site.promos.title'),
    detail: (t) => t('site.promos.detail'),
    width: 'max-w-[1100px]',
    body: (
      <div className="mt-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {many(3).map((at) => (
          <Skeleton key={at} className="h-56 rounded-md!" />
        ))}
      </div>
    ),
  },
  '/admin/countries': {
    title: (t) => t('staff.nav.countries'),
    detail: null,
    body: [<Fields key="fields" count={3} />, <Rows key="rows" />],
  },
  '/admin/languages': {
    title: (t) => t('staff.nav.languages'),
    detail: null,
    body: [
      <Boxes key="boxes" count={5} className="gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5" />,
      <Rows key="rows" />,
    ],
  },
  '/admin/settings': {
    title: (t) => t('site.settings.title'),
    detail: (t) => t('site.settings.detail'),
    width: 'max-w-[960px]',
    body: <Settings count={6} />,
  },
}

const AccountShape = () => (
  <div className="max-w-[1100px]">
    <Skeleton className="h-3.5 w-24" />
    <div className="mt-2 flex items-center gap-4">
      <Skeleton className="size-16 shrink-0 rounded-full!" />
      <div className="grid gap-2">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="h-5 w-56" />
      </div>
    </div>
    <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-72 rounded-md!" />
      <Skeleton className="h-40 rounded-md!" />
    </div>
  </div>
)

const EditorShape = () => (
  <div className="max-w-[1320px]">
    <Skeleton className="h-3.5 w-28" />
    <Skeleton className="mt-2 h-7 w-64" />
    <Chips count={5} />
    <div className="mt-6 grid gap-x-8 gap-y-4 lg:grid-cols-2">
      <Skeleton className="h-96 rounded-md!" />
      <Skeleton className="h-96 rounded-md!" />
    </div>
  </div>
)
