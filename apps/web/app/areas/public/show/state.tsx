import type { ReactNode } from 'react'

/** What the viewer has of a show, or what became of it, with what they can do now. */
export const State = ({
  badge,
  title,
  text,
  children,
}: {
  badge?: ReactNode
  title: string
  text: string
  children?: ReactNode
}) => (
  <>
    {badge}
    <p dir="auto" className="not-first:mt-3 font-display text-xl font-bold wrap-anywhere">
      {title}
    </p>
    {text ? <p className="mt-1 text-sm text-ink-2">{text}</p> : null}
    {children ? <div className="mt-4 flex flex-wrap gap-2.5">{children}</div> : null}
  </>
)
