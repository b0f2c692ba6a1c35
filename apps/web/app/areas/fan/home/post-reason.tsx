import { EyeOff, Sparkles } from 'lucide-react'
import { useContext } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { WhyLine } from '../../../parts/creators/why.tsx'
import { DismissContext, type SuggestedPost } from './dismissing.ts'

/** Over a suggested post: why it is shown, where there is a reason, and the way to be shown it no longer. */
export function PostReason({ post: { _id, performer, why } }: { post: SuggestedPost }) {
  const t = useT()
  const dismiss = useContext(DismissContext)
  return (
    <div className="-mt-1 mb-2 flex items-center justify-between gap-3 text-sm">
      {why ? (
        <span className="flex min-w-0 items-center gap-2 text-ink-3">
          <Sparkles className="icon size-4! shrink-0" aria-hidden="true" />
          <WhyLine why={why} of={performer.name} atStart />
        </span>
      ) : (
        <span />
      )}
      <button
        type="button"
        aria-label={t('home.notInterestedPost', { name: performer.name })}
        onClick={() => dismiss({ type: 'feed', id: _id, name: performer.name })}
        className="relative inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full text-ink-3 hover:text-ink noscript:hidden [&>svg]:size-4 [&>svg]:stroke-[1.75] after:absolute after:inset-x-0 after:-inset-y-1.5"
      >
        <EyeOff aria-hidden="true" />
        {t('home.notInterested')}
      </button>
    </div>
  )
}
