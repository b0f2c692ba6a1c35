import clsx from 'clsx'
import { type T, useFormats, useT } from '../../i18n/context.tsx'
import { Fanlight } from '../../ui/fanlight.tsx'
import type { Stream } from './stream.ts'

type Goal = NonNullable<Stream['goal']>

/** How far a goal is: its panes light as tips come, and once more all together when it is reached. */
export function GoalState({ goal, className }: { goal: Goal; className?: string }) {
  const t = useT()
  const { tokens } = useFormats()
  const isReached = goal.reached >= goal.tokens
  return (
    <div className={clsx('flex items-center gap-4', className)}>
      <Fanlight panes={7} share={goal.reached / goal.tokens} opening={isReached} className="w-22 shrink-0" />
      <p className="min-w-0 leading-snug">
        <b dir="auto" className="block wrap-anywhere">
          {goal.title}
        </b>
        <span className="num block text-sm text-ink-2">{t('live.goal.of', numbers(goal, t, tokens))}</span>
        <span className="num block text-sm text-ink-2">
          {isReached ? t('live.goal.reached') : t('live.goal.left', { tokens: tokens(goal.tokens - goal.reached) })}
        </span>
      </p>
    </div>
  )
}

/** The same on phones, over the video. */
export function GoalOverVideo({ goal }: { goal: Goal }) {
  const t = useT()
  const { tokens } = useFormats()
  return (
    <p className="on-stage num w-26 rounded-md bg-[rgb(24_19_16/.66)] px-3 py-2.5 text-center text-2xs leading-tight font-strong text-white backdrop-blur-md">
      <Fanlight
        panes={7}
        share={goal.reached / goal.tokens}
        opening={goal.reached >= goal.tokens}
        className="mx-auto mb-1.5 w-18"
      />
      <span className="sr-only">{goal.title}</span> {t('live.goal.of', numbers(goal, t, tokens))}
    </p>
  )
}

const numbers = ({ reached, tokens: asked }: Goal, t: T, tokens: (value: number) => string) => ({
  reached: tokens(reached),
  tokens: t.tokens(asked),
})
