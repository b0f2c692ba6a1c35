import { type CSSProperties, useCallback, useEffect, useState } from 'react'
import type { ReceivedMessage } from '@fanlight/contract/socket-messages'
import { useSocketMessage } from '../../api/socket.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Fanlight } from '../../ui/fanlight.tsx'
import { TokenIcon } from '../money/token-icon.tsx'
import { tipSizes } from './chat-line.tsx'

type Shown = ReceivedMessage<'tip/received'>['message']

const cardMs = 5_000
const coinsMs = 3_500
const coinsMax = 12
/** More are in the chat anyway. */
const queueMax = 20

/** Tips on the stage: coins that rise, and a card for large ones, one after another. Nothing here can be pressed. */
export function TipShow({ chatId }: { chatId: string }) {
  const t = useT()
  const { tokens } = useFormats()
  const [cards, setCards] = useState<readonly Shown[]>([])
  const [coins, setCoins] = useState<readonly { id: string; count: number }[]>([])
  useSocketMessage(
    'tip/received',
    useCallback(
      ({ conversationId, message }) => {
        if (conversationId !== chatId || !message.tip) return
        const { tokens: given } = message.tip
        if (given >= tipSizes.stage) setCards((known) => [...known, message].slice(0, queueMax))
        else if (given >= tipSizes.line) {
          const count = Math.min(coinsMax, 2 + Math.floor(given / tipSizes.line))
          setCoins((known) => [...known, { id: message._id, count }].slice(-3))
          setTimeout(() => setCoins((known) => known.filter(({ id }) => id !== message._id)), coinsMs)
        }
      },
      [chatId],
    ),
  )
  const card = cards[0]
  useEffect(() => {
    if (!card) return
    const timer = setTimeout(() => setCards((known) => known.slice(1)), cardMs)
    return () => clearTimeout(timer)
  }, [card])
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden [container-type:size]">
      {coins.flatMap(({ id, count }) =>
        Array.from({ length: count }, (_, n) => (
          <span
            key={`${id}-${n}`}
            aria-hidden="true"
            className="coin"
            style={
              {
                '--after': `${n * 120}ms`,
                '--drift': `${((n * 37) % 60) - 30}px`,
                insetInlineEnd: `${6 + ((n * 29) % 16)}%`,
              } as CSSProperties
            }
          >
            <TokenIcon className="size-7" />
          </span>
        )),
      )}
      {card?.tip ? (
        <div
          key={card._id}
          role="status"
          className="absolute start-4 bottom-20 flex max-w-[min(20rem,80%)] items-center gap-3.5 rounded-lg bg-[rgb(36_28_18/.88)] py-3.5 ps-4 pe-5 text-white shadow-[inset_0_0_0_1.5px_var(--token)] motion-safe:animate-[rise_var(--slow)_var(--ease)] max-md:bottom-[46cqh]"
        >
          <Fanlight share={1} opening className="absolute start-3 bottom-full w-20" />
          <Avatar src={card.sender.avatar} size={48} />
          <span className="min-w-0">
            <b dir="auto" className="num flex flex-wrap items-center gap-x-1.5 text-lg">
              {t.rich(
                'live.tipped',
                {
                  amount: (shown: string) => (
                    <span className="inline-flex items-center gap-x-1.5 whitespace-nowrap">
                      <TokenIcon className="size-5" /> {shown}
                    </span>
                  ),
                },
                { name: card.sender.name, tokens: tokens(card.tip.tokens) },
              )}
            </b>
            {card.text ? (
              <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
                {card.text}
              </span>
            ) : null}
          </span>
        </div>
      ) : null}
    </div>
  )
}
