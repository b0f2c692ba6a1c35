import { startTransition, Suspense, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { TipSheet, useTipPress } from '../../../parts/money/tip-button.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { useMe, useSettings } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import type { Profile } from './profile.ts'

const quick = [10, 50, 100, 500]
const tipOf = (profile: Profile): string => `tip:live-${profile._id}`

/** Amounts to tip with one press and one confirmation. Not for the creator themselves. */
export function QuickTips({ profile }: { profile: Profile }) {
  const t = useT()
  const { tokens } = useFormats()
  const settings = useSettings()
  const me = useMe()
  const [chosen, setChosen] = useState<number | null>(null)
  const { onClick: _, ...ahead } = useTipPress(() => {})
  if (!me || me._id === profile._id || !profile.can.tip) return null
  const least = settings?.minimumTipPrice ?? 0
  const most = settings?.maximumTipPrice ?? Number.POSITIVE_INFINITY
  return (
    <div className="flex gap-1.5 px-3 pt-2.5 max-md:hidden">
      {quick
        .filter((offer) => offer >= least && offer <= most)
        .map((offer) => (
          <button
            key={offer}
            type="button"
            aria-label={t('live.tipTokens', { tokens: t.tokens(offer) })}
            className="num inline-flex h-8 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-full bg-token-soft text-sm font-bold text-token-soft-ink hover:brightness-97 focus-visible:rounded-full dark:hover:brightness-115 pointer-coarse:h-11"
            {...ahead}
            onClick={() => startTransition(() => setChosen(offer))}
          >
            <TokenIcon className="size-4" />
            {tokens(offer)}
          </button>
        ))}
      {chosen === null ? null : <Tipping profile={profile} first={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}

/** On phones, beside the field. */
export function PhoneTip({ profile }: { profile: Profile }) {
  const t = useT()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const press = useTipPress(() => setOpen(true))
  // Whichever button it was that opened it before.
  useCheckoutReturn(tipOf(profile), () => setOpen(true))
  if (me?._id === profile._id || !profile.can.tip) return null
  return (
    <>
      <span className="md:hidden noscript:hidden">
        <Button variant="primary" className="bg-token! text-on-token! shadow-none!" {...press}>
          <TokenIcon />
          {t('live.tip')}
        </Button>
      </span>
      {isOpen ? <Tipping profile={profile} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

export const Tipping = ({ profile, first, onClose }: { profile: Profile; first?: number; onClose: () => void }) => (
  <Suspense>
    <TipSheet
      open
      onOpenChange={(open) => open || onClose()}
      performer={profile}
      shownIn="public-chat"
      first={first}
      what={tipOf(profile)}
    />
  </Suspense>
)
