import { type ReactNode, useId } from 'react'

export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md p-4 ring-1 ring-line">
      <h2 id={id} className="text-md">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A name and its value. */
export function PublishedEvent({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 border-t border-line py-2 first:border-0">
      <dt className="w-36 shrink-0 max-sm:w-28 text-xs leading-5 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 text-sm wrap-anywhere">{children}</dd>
    </div>
  )
}
