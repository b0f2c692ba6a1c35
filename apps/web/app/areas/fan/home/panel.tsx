import { type ReactNode, useId } from 'react'

/** A row of a panel: what it is at the start, what can be done at the end. */
export const panelRow = 'flex min-w-0 items-center gap-3 py-2.5'

/** A titled card beside the feed with rows in it. */
export function Panel({ title, side, children }: { title: ReactNode; side?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg bg-surface px-[18px] pt-4 pb-2 ring-1 ring-line">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h2 id={id} className="min-w-0 text-lg">
          {title}
        </h2>
        {side ? <span className="num shrink-0 text-sm text-ink-3">{side}</span> : null}
      </div>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  )
}

/** The lines of a row: a name or title, and what there is to say about it. */
export function RowText({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <span className="min-w-0 flex-1 leading-tight">
      <b className="block truncate text-sm">
        <bdi>{title}</bdi>
      </b>
      <span className="num mt-0.5 line-clamp-2 text-xs wrap-anywhere text-ink-3">{children}</span>
    </span>
  )
}
