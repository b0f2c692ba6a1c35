import clsx from 'clsx'
import { Image, Lock, Play, Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Muntins } from '../../ui/fanlight.tsx'
import { Price } from '../money/price.tsx'

interface Contents {
  kind: 'photo' | 'video' | 'audio'
  /** "12 photos", "Video, 4:32" */
  label: string
}
interface LockedMediaProps {
  /** The 32 px preview: all that a locked item ever shows. */
  preview: string | null
  /** Why it is closed: "For subscribers", "Paid", "Followers". */
  reason: string
  title?: ReactNode
  /** The title is the heading of the page already: it is shown and not said again. */
  isTitleSaid?: boolean
  contents: readonly Contents[]
  /** Its price in tokens, when it can be bought by itself. */
  tokens?: number | null
  /** The other way in: "Included with Front Row". */
  otherWay?: ReactNode
  onUnlock?: () => void
  /** Replaces the unlock button, for example with Subscribe. */
  action?: ReactNode
  /** Whole sentence for screen readers: kind, count, length, price. */
  sentence: string
  className?: string
}
const icons = { photo: Image, video: Play, audio: Volume2 }

/** What is behind the window: colours without shapes, what is inside, and how to open it. */
export function LockedMedia({
  preview,
  reason,
  title,
  isTitleSaid = false,
  contents,
  tokens,
  otherWay,
  onUnlock,
  action,
  sentence,
  className,
}: LockedMediaProps) {
  const t = useT()
  return (
    <section
      aria-label={sentence}
      className={clsx(
        // Clipped and not hidden: a long title makes it taller and never runs into the reason above, and no wider (min-w-0).
        'relative isolate flex aspect-[16/10] min-w-0 flex-col justify-end dusk overflow-clip rounded-md text-white',
        className,
      )}
    >
      {preview ? (
        <img
          src={preview}
          alt=""
          width={32}
          height={20}
          className="absolute -inset-[12%] -z-2 h-[124%] w-[124%] max-w-none object-cover blur-[22px] saturate-160"
        />
      ) : null}
      <span aria-hidden="true" className="absolute inset-0 -z-1 bg-linear-to-b from-black/5 from-30% to-black/35" />
      <Muntins className="-z-1" />
      <span className="absolute start-3.5 top-3.5 inline-flex h-[30px] items-center gap-1.5 rounded-full bg-[rgb(24_19_16/.66)] ps-2.5 pe-3 text-xs font-strong backdrop-blur-[10px]">
        <Lock className="icon size-[15px]!" aria-hidden="true" />
        {reason}
      </span>
      <div className="locked-body px-5 pt-21 pb-5">
        {title ? (
          <h3 aria-hidden={isTitleSaid || undefined} className="text-[1.1875rem] leading-6">
            {title}
          </h3>
        ) : null}
        <p className="mt-1.5 flex flex-wrap gap-x-3.5 gap-y-1 text-sm">
          {contents.map(({ kind, label }) => {
            const Icon = icons[kind]
            return (
              <span key={label} className="inline-flex items-center gap-1.5">
                <Icon className="icon size-4!" aria-hidden="true" />
                {label}
              </span>
            )
          })}
        </p>
        <div className="mt-3.5 flex flex-wrap items-center gap-2.5">
          {action}
          {tokens && onUnlock ? (
            <button
              type="button"
              onClick={onUnlock}
              className={clsx(buttonClass('media'), 'bg-white! text-[#241d16]! hover:bg-[#fff6e6]!')}
            >
              {t('ui.unlockFor')}{' '}
              <Price tokens={tokens} className="[&_span]:text-inherit [&>span:last-child]:text-[#6d655e]" />
            </button>
          ) : null}
          {otherWay ? <span className="text-xs opacity-95">{otherWay}</span> : null}
        </div>
      </div>
    </section>
  )
}
