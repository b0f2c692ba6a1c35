import clsx from 'clsx'
import { DoorClosed } from 'lucide-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSignIn } from '../../../parts/account/use-sign-in.ts'
import { privateShowOf } from '../../../parts/live/shows/show-names.ts'
import type { Show } from '../../../parts/live/shows/use-shows.ts'
import type { Stream } from '../../../parts/live/stream.ts'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { loadWindow } from '../../../ui/dialog.tsx'
import type { Profile } from './profile.ts'

const load = async () =>
  (await Promise.all([import('../../../parts/live/shows/ask-show.tsx'), needMessages('checkout', 'wallet')]))[0]
const AskShow = lazy(async () => ({ default: (await load()).AskShow }))
const fetchAhead = () => void Promise.all([load(), loadWindow()]).catch(() => undefined)

interface ShowButtonProps {
  profile: Profile
  /** Null where there is nothing to ask for. */
  stream: Stream | null
  onAsked: (show: Show) => void
  className?: string
}
/** Asks for a private show, with its price a minute, where the creator gives them. */
export function ShowButton({ profile, stream, onAsked, className }: ShowButtonProps) {
  const t = useT()
  const { tokens } = useFormats()
  const me = useMe()
  const signedIn = useSignIn()
  const [isOpen, setOpen] = useState(false)
  useCheckoutReturn(privateShowOf(profile._id), () => setOpen(true))
  const price = stream?.pricePerMinute ?? null
  if (!stream || price === null || me?._id === profile._id) return null
  return (
    <>
      <Button
        variant="outline"
        className={clsx('noscript:hidden', className)}
        disabled={stream.isInShow}
        onPointerEnter={me ? fetchAhead : undefined}
        onFocus={me ? fetchAhead : undefined}
        onClick={signedIn(() => startTransition(() => setOpen(true)))}
      >
        <DoorClosed aria-hidden="true" />
        {t('live.show')}
        <span className="num text-sm font-medium text-ink-3">
          {t('live.show.perMinuteShort', { tokens: tokens(price) })}
        </span>
      </Button>
      {isOpen ? (
        <Suspense>
          <AskShow
            performer={profile}
            pricePerMinute={price}
            minutesMin={stream.minutesMin}
            onAsked={onAsked}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
