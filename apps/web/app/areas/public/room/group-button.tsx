import clsx from 'clsx'
import { UsersRound } from 'lucide-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSignIn } from '../../../parts/account/use-sign-in.ts'
import { groupShowOf } from '../../../parts/live/shows/show-names.ts'
import type { Show } from '../../../parts/live/shows/use-shows.ts'
import type { Stream } from '../../../parts/live/stream.ts'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { loadWindow } from '../../../ui/dialog.tsx'
import type { Profile } from './profile.ts'

const load = async () =>
  (await Promise.all([import('../../../parts/live/shows/ask-group.tsx'), needMessages('checkout', 'wallet')]))[0]
const AskGroup = lazy(async () => ({ default: (await load()).AskGroup }))
const fetchAhead = () => void Promise.all([load(), loadWindow()]).catch(() => undefined)

interface GroupButtonProps {
  profile: Profile
  /** Null where there is nothing to ask for. */
  stream: Stream | null
  onAsked: (show: Show) => void
  className?: string
}
/** Asks to be in a group show, or joins the one that runs, with its price a minute and how many are there. */
export function GroupButton({ profile, stream, onAsked, className }: GroupButtonProps) {
  const t = useT()
  const { tokens, number } = useFormats()
  const me = useMe()
  const signedIn = useSignIn()
  const [isOpen, setOpen] = useState(false)
  useCheckoutReturn(groupShowOf(profile._id), () => setOpen(true))
  const { groupOffer: offer = null, groupShow: running = null, isInShow = false } = stream ?? {}
  const terms = running ?? offer
  if (!terms || me?._id === profile._id) return null
  const people = running ? running.people : (offer?.waiting ?? 0)
  const isFull = people >= terms.peopleMax
  return (
    <>
      <Button
        variant="outline"
        className={clsx('noscript:hidden', className)}
        disabled={isFull || (isInShow && !running)}
        onPointerEnter={me ? fetchAhead : undefined}
        onFocus={me ? fetchAhead : undefined}
        onClick={signedIn(() => startTransition(() => setOpen(true)))}
      >
        <UsersRound aria-hidden="true" />
        {t(running ? 'live.group.join' : 'live.group')}
        <span className="num text-sm font-medium text-ink-3">
          {isFull
            ? t('live.group.full')
            : people > 0
              ? t('live.group.places', { people: number(people), most: number(terms.peopleMax) })
              : t('live.show.perMinuteShort', { tokens: tokens(terms.pricePerMinute) })}
        </span>
      </Button>
      {isOpen ? (
        <Suspense>
          <AskGroup
            performer={profile}
            offer={offer}
            running={running}
            onAsked={onAsked}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
