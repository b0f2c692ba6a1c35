import { Check, Gem } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { useBalance } from '../money/balance.ts'
import { leftTokens, missingTokens } from '../money/missing-tokens.ts'
import { Price } from '../money/price.tsx'
import { clock } from '../posts/duration.ts'
import { filesOf } from '../posts/files.ts'
import { pathOf } from '../posts/kinds.ts'
import { useMe, useSite } from '../site/site.ts'

export type VideoOnPage = Reply<'GET /performer-assets/videos/:id'>['data']

interface BuyCardProps {
  video: VideoOnPage
  onUnlock: () => void
  onChanged: () => Promise<void>
}

/** Everything about a locked video that matters before it is bought: its price, what is inside, and every way in. */
export function BuyCard({ video, onUnlock, onChanged }: BuyCardProps) {
  const t = useT()
  const me = useMe()
  const price = priceOf(video)
  const { includedWith } = video
  return (
    <section
      aria-labelledby="buy"
      className="num rounded-lg bg-raised p-[18px] ring-1 ring-line md:rounded-xl md:p-[22px] md:shadow-3"
    >
      <h2 id="buy" className="text-lg">
        {t('post.buy.title')}
      </h2>
      {price ? (
        <p className="mt-1">
          <Price
            tokens={price}
            className="font-display text-[2rem] leading-none tracking-tight [&>span:last-child]:font-text [&>span:last-child]:text-lg"
          />
        </p>
      ) : null}
      <Inside video={video} isSold={Boolean(price)} />
      <div className="mt-[18px]">
        <WayIn video={video} onUnlock={onUnlock} onChanged={onChanged} />
      </div>
      {price && me ? <After price={price} /> : null}
      {price && includedWith ? (
        <p className="my-4 flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t('post.buy.or')}
        </p>
      ) : null}
      {includedWith ? <Included video={video} plan={includedWith} isOnly={!price} /> : null}
    </section>
  )
}

export const priceOf = (video: VideoOnPage): number | null | undefined =>
  video.gate.type === 'paid' ? (video.locked?.price ?? video.gate.price) : null

/** The button that buys it, or leads to what opens it. Visitors log in first, and come back to it. */
export function WayIn({ video, onUnlock, onChanged, on = 'card' }: BuyCardProps & { on?: 'card' | 'player' }) {
  const t = useT()
  const { attempt, working } = useMutation({ toasts: true })
  const price = priceOf(video)
  const look =
    on === 'card'
      ? buttonClass('primary', 'lg', true)
      : `${buttonClass('media')} bg-white! text-[#241d16]! hover:bg-[#fff6e6]!`
  const priceLook =
    on === 'card'
      ? '[&_span]:text-inherit [&>span:last-child]:opacity-85'
      : '[&_span]:text-inherit [&>span:last-child]:text-[#6d655e]'
  const login = `/auth/login?redirect=${encodeURIComponent(pathOf(video))}`
  const reason = video.locked?.reason
  const follow = () =>
    attempt(video._id, async (change) => {
      await change('POST /follows/:id', { params: { id: video.performer._id } })
      await onChanged()
    })
  if (price) {
    const label: ReactNode = (
      <>
        {t('ui.unlockFor')} <Price tokens={price} className={priceLook} />
      </>
    )
    return reason === 'sign-in' ? (
      <Link to={login} className={look}>
        {label}
      </Link>
    ) : (
      <button type="button" onClick={onUnlock} className={look}>
        {label}
      </button>
    )
  }
  if (video.gate.type === 'subscribers' || video.gate.type === 'plan')
    return (
      <Link to={plansOf(video)} className={look}>
        {t('post.subscribeToSee')}
      </Link>
    )
  if (reason === 'sign-in')
    return (
      <Link to={login} className={look}>
        {t('post.signInToSee')}
      </Link>
    )
  if (reason === 'follow')
    return (
      <button type="button" aria-busy={working} onClick={() => void follow()} className={look}>
        {t('post.followToSee')}
      </button>
    )
  return on === 'card' ? <p className="text-sm text-ink-2">{t('post.wayList')}</p> : null
}

function Inside({ video, isSold }: { video: VideoOnPage; isSold: boolean }) {
  const t = useT()
  const length = filesOf(video)[0]?.durationMs
  const { height = null, chapters = 0, captions = 0, download = false } = video.inside ?? {}
  const lines = [
    length && height
      ? t('post.buy.length', { length: clock(length), height })
      : length
        ? t('post.buy.lengthOnly', { length: clock(length) })
        : '',
    chapters > 0 ? t('post.buy.chapters', { count: chapters }) : '',
    captions > 0 ? t('post.buy.captions', { count: captions }) : '',
    isSold ? t(download ? 'post.buy.keepDownload' : 'post.buy.keep') : '',
  ].filter(Boolean)
  return (
    <ul className="mt-3.5 grid gap-[9px]">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-[11px] leading-[1.4]">
          <Check className="icon mt-px size-[18px]! text-success-text" aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  )
}

/** What is left of the wallet, or what is paid beyond it. */
function After({ price }: { price: number }) {
  const t = useT()
  const balance = useBalance()
  const missing = missingTokens(price, balance)
  return (
    <p className="mt-[9px] text-center text-xs text-pretty text-ink-3">
      {missing === 0
        ? t('post.buy.after', { tokens: t.tokens(leftTokens(price, balance)) })
        : balance > 0
          ? t('post.buy.missing', { tokens: t.tokens(balance), missing: t.tokens(missing) })
          : t('post.buy.missingAll')}
    </p>
  )
}

/** Once subscribed, the way leads back to this video. */
const plansOf = ({ performer, ...video }: VideoOnPage) =>
  `/${performer.username ?? performer._id}?back=${pathOf(video)}#subscribe`

interface IncludedProps {
  video: VideoOnPage
  plan: NonNullable<VideoOnPage['includedWith']>
  isOnly: boolean
}
function Included({ video, plan, isOnly }: IncludedProps) {
  const t = useT()
  const { list, money } = useFormats()
  const { currency } = useSite()
  const more = [
    plan.videos > 0 ? t('post.buy.videos', { count: plan.videos }) : '',
    plan.posts > 0 ? t('post.buy.posts', { count: plan.posts }) : '',
  ].filter(Boolean)
  return (
    <div
      className={`flex items-center gap-3 rounded-md bg-plan-soft p-3.5 text-sm text-plan-soft-ink ${isOnly ? 'mt-4' : ''}`}
    >
      <Gem className="icon shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 leading-snug">
        <b className="block wrap-anywhere">{t('post.buy.included', { plan: plan.name })}</b>
        {more.length > 0 ? `${t('post.buy.includedMore', { what: list(more) })} ` : ''}
        {t('post.buy.from', { price: money(plan.pricePerMonth, currency) })}
      </p>
      {isOnly ? null : (
        <ButtonLink to={plansOf(video)} size="sm" className="h-10! bg-raised!">
          {t('post.buy.plans')}
        </ButtonLink>
      )}
    </div>
  )
}

/** On a phone, at the foot of the window: the same price and button, wherever the card is. */
export function BuyBar({ video, onUnlock }: Pick<BuyCardProps, 'video' | 'onUnlock'>) {
  const t = useT()
  const balance = useBalance()
  const price = priceOf(video)
  if (!price || video.locked?.reason !== 'buy') return null
  const missing = missingTokens(price, balance)
  return (
    <div
      data-bottom-bar="narrow"
      className="num glass fixed inset-x-0 bottom-[calc(56px+env(safe-area-inset-bottom))] z-30 short:hidden flex items-center gap-3 border-t border-line px-4 py-2.5 md:hidden"
    >
      <p className="min-w-0 flex-1 text-sm leading-snug">
        <Price tokens={price} />
        {missing === 0 ? (
          <span className="block text-xs text-ink-3">
            {t('post.buy.left', { tokens: t.tokens(leftTokens(price, balance)) })}
          </span>
        ) : null}
      </p>
      <Button variant="primary" onClick={onUnlock}>
        {t('post.buy.unlock')}
      </Button>
    </div>
  )
}
