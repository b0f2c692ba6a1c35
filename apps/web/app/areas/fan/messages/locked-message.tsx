import { Image, Lock, Play, Volume2 } from 'lucide-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { leftTokens, missingTokens } from '../../../parts/money/missing-tokens.ts'
import { useBalance } from '../../../parts/money/balance.ts'
import { Price } from '../../../parts/money/price.tsx'
import { useContents } from '../../../parts/posts/contents.ts'
import { Button } from '../../../ui/button.tsx'
import { Muntins } from '../../../ui/fanlight.tsx'
import type { Message } from './message.ts'
import { refresh } from './threads.ts'

const UnlockConfirm = lazy(async () => {
  const [{ UnlockConfirm }] = await Promise.all([
    import('../../../parts/money/unlock-sheet.tsx'),
    needMessages('checkout', 'wallet'),
  ])
  return { default: UnlockConfirm }
})
const icons = { photo: Image, video: Play, audio: Volume2 }

/** A message that is sold: what is in it, a preview without shapes, its price, and what is left after it. */
export function LockedMessage({ message, performer }: { message: Message; performer: { name: string } | null }) {
  const t = useT()
  const { list } = useFormats()
  const balance = useBalance()
  const contents = useContents(message as unknown as Parameters<typeof useContents>[0])
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  useCheckoutReturn(message._id, () => setOpen(true))
  const { pathname, search } = useLocation()
  const price = message.price ?? 0
  const title = list(contents.map(({ label }) => label)) || t('messages.lockedLine')
  const preview = message.files.find(({ preview }) => preview)?.preview ?? null
  return (
    <section
      aria-label={t('messages.lockedSentence', { contents: title, tokens: t.tokens(price) })}
      className="w-[25rem] max-w-full overflow-hidden rounded-lg bg-surface-2 ring-1 ring-line"
    >
      <div className="relative isolate aspect-[2.4] overflow-hidden dusk text-white">
        {preview ? (
          <img
            src={preview}
            alt=""
            width={32}
            height={20}
            className="absolute -inset-[12%] -z-2 h-[124%] w-[124%] max-w-none object-cover blur-[22px] saturate-160"
          />
        ) : null}
        <Muntins className="-z-1" />
        <ul className="absolute start-3 top-3 flex flex-wrap gap-1.5">
          {contents.map(({ kind, label }) => {
            const Icon = icons[kind]
            return (
              <li
                key={label}
                className="num inline-flex h-7 items-center gap-1.5 rounded-full bg-[rgb(24_19_16/.66)] px-2.5 text-xs font-semibold"
              >
                <Icon className="icon size-4!" aria-hidden="true" />
                {label}
              </li>
            )
          })}
        </ul>
        <span className="absolute bottom-0 left-1/2 grid h-9 w-18 -translate-x-1/2 place-items-center rounded-t-full bg-white text-[#241d16]">
          <Lock className="icon" aria-hidden="true" />
        </span>
      </div>
      <div className="px-4 pt-3.5 pb-4">
        <p className="font-semibold">{title}</p>
        <Button
          variant="primary"
          wide
          className="mt-3 noscript:hidden"
          onClick={() => startTransition(() => setOpen(true))}
        >
          {t('ui.unlockFor')}
          <Price tokens={price} className="[&_span]:text-inherit" />
        </Button>
        <p className="num mt-2 text-center text-xs text-ink-3">
          {missingTokens(price, balance) > 0
            ? t('messages.missing', { tokens: t.tokens(missingTokens(price, balance)) })
            : t('messages.leftAfter', { tokens: t.tokens(leftTokens(price, balance)) })}
        </p>
      </div>
      {open ? (
        <Suspense>
          <UnlockConfirm
            open
            onOpenChange={setOpen}
            call="POST /wallet/charges/message/:id"
            id={message._id}
            path={pathname + search}
            title={title}
            line={t('messages.from', { name: performer?.name ?? '' })}
            price={price}
            terms={message.terms}
            onUnlocked={async () => {
              await refresh(message.conversationId, message.sequence)
              // The list beside it says what the newest message says.
              void revalidate()
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
