import clsx from 'clsx'
import { lazy, startTransition, Suspense, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { needMessages } from '../../../i18n/area-messages.ts'
import { askOf } from '../../../parts/live/ask.ts'
import type { Stream } from '../../../parts/live/stream.ts'
import { useSignIn } from '../../../parts/account/use-sign-in.ts'
import { readBegun } from '../../../parts/money/checkout/begun.ts'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { loadWindow } from '../../../ui/dialog.tsx'
import type { Profile } from './profile.ts'

const load = async () =>
  (await Promise.all([import('../../../parts/live/ask-sheet.tsx'), needMessages('checkout', 'wallet')]))[0]
const AskSheet = lazy(async () => ({ default: (await load()).AskSheet }))
const fetchAhead = () => void Promise.all([load(), loadWindow()]).catch(() => undefined)

interface TipMenuProps {
  profile: Profile
  menu: Stream['menu']
  className?: string
}
/** What the creator does for a tip of a certain size, to be asked for with one press and one confirmation. */
export function TipMenu({ profile, menu, className }: TipMenuProps) {
  const t = useT()
  const { tokens } = useFormats()
  const me = useMe()
  const signedIn = useSignIn()
  const [chosen, setChosen] = useState<Stream['menu'][number] | null>(null)
  const ask = askOf(profile)
  useCheckoutReturn(ask, () => {
    const begun = readBegun(ask, me?._id)?.choices?.['item']
    setChosen(menu.find(({ _id, isOn }) => isOn && _id === begun) ?? null)
  })
  const shown = menu.filter(({ isOn }) => isOn)
  if (shown.length === 0 || me?._id === profile._id || !profile.can.tip) return null
  return (
    <>
      <ul aria-label={t('live.menu')} className={clsx('flex gap-2 noscript:hidden', className)}>
        {shown.map((item) => (
          <li key={item._id} className="min-w-0 max-md:shrink-0">
            <button
              type="button"
              className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-full bg-surface-2 px-3.5 py-1.5 text-sm font-semibold text-ink hover:bg-surface-3 focus-visible:rounded-full pointer-coarse:min-h-11"
              onPointerEnter={me ? fetchAhead : undefined}
              onFocus={me ? fetchAhead : undefined}
              onClick={signedIn(() => startTransition(() => setChosen(item)))}
            >
              <span className="min-w-0 text-start wrap-anywhere">
                <bdi>{item.title}</bdi>
              </span>
              <span className="num inline-flex shrink-0 items-center gap-1 font-bold">
                <TokenIcon className="size-4" />
                {tokens(item.tokens)} <span className="sr-only">{t('ui.tokens')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <Suspense>
          <AskSheet performer={profile} item={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
