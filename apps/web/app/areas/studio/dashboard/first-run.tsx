import clsx from 'clsx'
import { Check, Clock, Copy, Eye, Plus, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { share } from '../../../parts/site/share.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { toast } from '../../../ui/toast.tsx'
import {
  DocumentsWanted,
  DraftReady,
  type Verification,
  VerificationCard,
  wantsDocuments,
} from './verification-card.tsx'

type Me = Reply<'GET /performers/me'>['data']
interface FirstRunProps {
  me: Me
  /** How many plans can be subscribed to; null while it is not known. */
  plans: number | null
  drafts: number
  /** The draft that was changed last. */
  draft: { _id: string; title: string | null } | null
  /** Null once the creator is verified, and while it is not known. */
  verification: Verification | null
}
interface Step {
  name: 'email' | 'page' | 'verify' | 'plan' | 'post' | 'share'
  state: 'done' | 'waiting' | 'open'
  detail: string
  action?: (isNext: boolean) => ReactNode
}

/** What a new creator does until the first post is published: the next step in front, the others within reach. */
export function FirstRun(props: FirstRunProps) {
  const t = useT()
  const { me, draft, verification } = props
  const steps = useSteps(props)
  const done = steps.filter(({ state }) => state === 'done').length
  const isWaiting = steps.some(({ state }) => state === 'waiting')
  const isSentBack = verification !== null && wantsDocuments(verification)
  const next = steps.find(({ name, state }) => (isSentBack ? name === 'verify' : state === 'open'))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {isSentBack ? <DocumentsWanted verification={verification} /> : null}
        {me.verificationStatus === 'approved' && draft ? <DraftReady draft={draft} /> : null}
        <section className="overflow-hidden rounded-lg bg-surface ring-1 ring-line">
          <div className="flex items-center gap-4 border-b border-line p-4 md:gap-5 md:p-6">
            <Fanlight panes={6} share={done / steps.length} color="success" className="w-20 shrink-0 md:w-25" />
            <div>
              <h2 className="text-xl">{t('studio.first.title')}</h2>
              <p className="num text-sm text-ink-2">
                {t(isWaiting ? 'studio.first.doneWaiting' : 'studio.first.done', { done, count: steps.length })}
              </p>
            </div>
          </div>
          <ol>
            {steps.map((step, at) => {
              const isNext = step === next
              return (
                <li
                  key={step.name}
                  aria-current={isNext ? 'step' : undefined}
                  className={clsx(
                    'flex gap-4 px-4 py-4 md:px-6',
                    isNext ? 'bg-primary-soft' : at > 0 && 'border-t border-line',
                  )}
                >
                  <Mark state={step.state} isNext={isNext}>
                    {at + 1}
                  </Mark>
                  <div className="min-w-0 flex-1">
                    <h3
                      className={clsx(
                        'font-sans text-base font-semibold tracking-normal',
                        step.state === 'done' && 'text-ink-2',
                      )}
                    >
                      {t(`studio.first.step.${step.name}`)}
                      {step.state === 'open' ? null : (
                        <span className="sr-only"> ({t(`studio.first.state.${step.state}`)})</span>
                      )}
                    </h3>
                    <p className={clsx('text-sm wrap-anywhere', isNext ? 'text-primary-soft-ink' : 'text-ink-2')}>
                      {step.detail}
                    </p>
                    {step.state !== 'done' && step.action ? (
                      <div className="mt-3 flex flex-wrap gap-2.5">{step.action(isNext)}</div>
                    ) : null}
                  </div>
                </li>
              )
            })}
          </ol>
        </section>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {verification?.documents.length ? <VerificationCard verification={verification} /> : null}
        <OwnPage me={me} />
      </div>
    </div>
  )
}

const lookOf = (isNext: boolean) => (isNext ? ({ variant: 'primary' } as const) : ({ size: 'sm' } as const))

function useSteps({ me, plans, drafts, verification: review }: FirstRunProps): Step[] {
  const t = useT()
  const { verificationStatus: verification } = me
  const email = me.email ?? ''
  const leads = (to: string, label: string) => (isNext: boolean) => (
    <ButtonLink to={to} {...lookOf(isNext)}>
      {label}
    </ButtonLink>
  )
  const isInReview = verification === 'submitted' || verification === 'in_review'
  const isVerified = verification === 'approved'
  return [
    {
      name: 'email',
      state: me.emailVerified ? 'done' : 'open',
      detail: me.emailVerified ? email : t('studio.first.confirm', { email }),
      action: (isNext) => <SendAgain email={email} look={lookOf(isNext)} />,
    },
    {
      name: 'page',
      state: me.bio && me.tagline && me.avatar ? 'done' : 'open',
      detail: t('studio.first.page'),
      action: leads('/creator/account', t('studio.todo.profile')),
    },
    {
      name: 'verify',
      state: isVerified ? 'done' : isInReview ? 'waiting' : 'open',
      detail: isVerified
        ? t('studio.first.verified')
        : isInReview
          ? t('studio.first.inReview')
          : (t.maybe(`studio.verification.state.${verification}`) ?? ''),
      // Above the steps, what was sent back has its own button.
      ...(!(review && wantsDocuments(review)) && {
        action: leads('/creator/verification', t(isInReview ? 'studio.first.seeVerification' : 'studio.first.verify')),
      }),
    },
    {
      name: 'plan',
      state: plans || me.staysFree ? 'done' : 'open',
      detail: t(me.staysFree && !plans ? 'studio.first.staysFree' : 'studio.first.plan'),
      action: (isNext) => (
        <>
          <ButtonLink to="/creator/pricing" {...lookOf(isNext)}>
            {t('studio.first.setUpPlan')}
          </ButtonLink>
          <StayFree size={isNext ? 'md' : 'sm'} />
        </>
      ),
    },
    {
      name: 'post',
      state: 'open',
      detail: t(isVerified ? 'studio.first.post' : 'studio.first.draft'),
      action: (isNext) => (
        <>
          <ButtonLink to="/creator/posts/new" {...lookOf(isNext)}>
            <Plus aria-hidden="true" />
            {t(isVerified ? 'studio.first.writePost' : 'studio.first.startDraft')}
          </ButtonLink>
          {drafts > 0 ? (
            <ButtonLink to="/creator/posts?status=draft" variant="ghost" size={isNext ? 'md' : 'sm'}>
              {t('studio.todo.drafts', { count: drafts })}
            </ButtonLink>
          ) : null}
        </>
      ),
    },
    {
      name: 'share',
      state: me.stats.followers > 0 ? 'done' : 'open',
      detail: t(isVerified ? 'studio.first.share' : 'studio.first.shareLater'),
      ...(isVerified && {
        action: () => (
          <Button size="sm" onClick={() => void share(`/${me.username}`, me.name)}>
            <Share2 aria-hidden="true" />
            {t('studio.first.shareIt')}
          </Button>
        ),
      }),
    },
  ]
}

/** The link that confirms the address, sent once more. */
function SendAgain({ email, look }: { email: string; look: ReturnType<typeof lookOf> }) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  return (
    <Button
      {...look}
      busy={working ? t('ui.sending') : undefined}
      onClick={async () => {
        if (await send('POST /auth/email-verification', { body: { email } })) toast.say(t('confirmEmail.sent'))
      }}
    >
      {t('confirmEmail.again')}
    </Button>
  )
}

/** Ends the step without a plan, here and among what is to do. */
function StayFree({ size }: { size: 'sm' | 'md' }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation({ toasts: true })
  return (
    <Button
      size={size}
      busy={working ? t('ui.saving') : undefined}
      onClick={async () => {
        if (await send('PUT /performers/me', { body: { staysFree: true } })) await revalidate()
      }}
    >
      {t('studio.first.stayFree')}
    </Button>
  )
}

function Mark({ state, isNext, children }: { state: Step['state']; isNext: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'num grid size-8 shrink-0 place-items-center rounded-full text-sm font-bold',
        state === 'done'
          ? 'bg-success-soft text-success-soft-ink'
          : state === 'waiting'
            ? 'bg-token-soft text-token-soft-ink'
            : isNext
              ? 'bg-primary text-on-primary'
              : 'text-ink-2 ring-[1.5px] ring-line-control ring-inset',
      )}
    >
      {state === 'done' ? (
        <Check className="icon size-4!" />
      ) : state === 'waiting' ? (
        <Clock className="icon size-4!" />
      ) : (
        children
      )}
    </span>
  )
}

/** The creator's page as others find it, and its address. */
function OwnPage({ me }: { me: Me }) {
  const t = useT()
  const path = `/${me.username}`
  const isHydrated = useHydrated()
  return (
    <section className="overflow-hidden rounded-lg bg-surface ring-1 ring-line">
      {me.cover ? <img src={me.cover} alt="" className="h-22 w-full object-cover" /> : null}
      <div className="p-4 md:p-5">
        <div className="flex items-center gap-3.5">
          <Avatar name={me.name} src={me.avatar} size={56} />
          <div className="min-w-0">
            <h2 className="text-lg wrap-anywhere">
              <bdi>{me.name}</bdi>
            </h2>
            <p dir="auto" className="text-sm text-ink-2 text-match wrap-anywhere">
              {me.tagline || `@${me.username}`}
            </p>
          </div>
        </div>
        <div className="mt-4 flex items-center justify-between gap-2 rounded-full bg-surface-2 py-1 ps-4 pe-1">
          <bdi dir="ltr" className="min-w-0 truncate text-sm">
            {isHydrated ? location.host : null}
            {path}
          </bdi>
          <Button
            size="sm"
            className="noscript:hidden"
            onClick={() =>
              void navigator.clipboard.writeText(location.origin + path).then(toast.copied, () => toast.error())
            }
          >
            <Copy aria-hidden="true" />
            {t('studio.first.copy')}
          </Button>
        </div>
        <p className="mt-3 text-xs text-ink-3">{t(me.isVerified ? 'studio.first.public' : 'studio.first.onlyYou')}</p>
        <Link to={path} className="link mt-2 inline-flex items-center gap-2 text-sm pointer-coarse:min-h-11">
          <Eye className="icon size-4!" aria-hidden="true" />
          {t('studio.first.view')}
        </Link>
      </div>
    </section>
  )
}
