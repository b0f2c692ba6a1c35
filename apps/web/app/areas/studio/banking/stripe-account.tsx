import { CircleCheck, Clock3, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { FormProblem } from '../../../ui/form.tsx'

type Account = Reply<'GET /stripe/accounts'>['data']

interface StripeAccountProps {
  /** What is shown where Stripe can't be reached. */
  byHand: ReactNode
  /** The form was submitted although no account is connected; until one is, it has a field named `unconnected`. */
  isMissing: boolean
  /** Payouts go to Stripe already. */
  isSaved: boolean
}
/** The connection with Stripe, as Stripe says it is now. */
export function StripeAccount({ byHand, isMissing, isSaved }: StripeAccountProps) {
  const t = useT()
  const [account, setAccount] = useState<Account | 'loading' | 'unavailable'>('loading')
  const { send, working, problem } = useMutation()
  useEffect(() => {
    const stop = new AbortController()
    call('GET /stripe/accounts', { signal: stop.signal }).then(
      ({ data }) => setAccount(data),
      () => stop.signal.aborted || setAccount('unavailable'),
    )
    return () => stop.abort()
  }, [])
  const [isLeaving, setLeaving] = useState(false)
  const connect = async () => {
    const reply = await send('POST /stripe/accounts')
    if (!reply) return
    setLeaving(true)
    location.assign(reply.data.url)
  }
  if (account === 'loading')
    return (
      <div role="status" aria-label={t('creator.stripe.loading')}>
        <Skeleton className="h-28 rounded-md" />
      </div>
    )
  const isUnavailable = account === 'unavailable' || (problem && asProblem(problem).code === 'GATEWAY_UNAVAILABLE')
  if (isUnavailable)
    return (
      <>
        <p role="status" className="text-sm text-ink-2">
          {t('creator.stripe.unavailable')}
        </p>
        {byHand}
      </>
    )
  const Icon = account?.payoutsEnabled ? CircleCheck : Clock3
  return (
    <FormProblem problem={problem}>
      <div className="grid gap-3 rounded-md bg-surface-2 p-4 text-sm">
        {account ? (
          <>
            <p className="flex items-start gap-2.5">
              <Icon
                className={`icon mt-px ${account.payoutsEnabled ? 'text-success-text' : 'text-ink-3'}`}
                aria-hidden="true"
              />
              <span className="min-w-0">
                <b>{t('creator.stripe.connected')}</b>{' '}
                <bdi dir="ltr" className="num text-ink-3">
                  •••• {account.accountId.slice(-4)}
                </bdi>
                <span className="block text-ink-2">
                  {t(account.payoutsEnabled ? 'creator.stripe.ready' : 'creator.stripe.notReady')}{' '}
                  {account.payoutsEnabled && !isSaved ? t('creator.stripe.unsaved') : null}
                </span>
              </span>
            </p>
            {account.requirements.length > 0 ? (
              <div>
                <p className="font-semibold">{t('creator.stripe.requires')}</p>
                {/* Stripe's own names of what it requires, in English. */}
                <ul lang="en" dir="ltr" className="mt-1 list-disc ps-5 text-ink-2 wrap-anywhere">
                  {account.requirements.map((name) => (
                    <li key={name}>{name.replaceAll(/[._]/g, ' ')}</li>
                  ))}
                </ul>
              </div>
            ) : null}
          </>
        ) : (
          <>
            <input type="hidden" name="unconnected" value="true" />
            <p className="text-ink-2">{t('creator.stripe.none')}</p>
            {isMissing ? (
              <p role="alert" className="text-danger-text">
                {t('creator.stripe.first')}
              </p>
            ) : null}
          </>
        )}
        {account?.payoutsEnabled && account.requirements.length === 0 ? null : (
          <Button
            variant="ink"
            className="justify-self-start"
            busy={working || isLeaving ? t('creator.stripe.opening') : undefined}
            onClick={() => void connect()}
          >
            {t(account ? 'creator.stripe.continue' : 'creator.stripe.connect')}
            <ExternalLink aria-hidden="true" />
          </Button>
        )}
      </div>
    </FormProblem>
  )
}
