import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import type { ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem, useFieldError } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SettingsFrame, SettingsSection } from '../pieces/settings-frame.tsx'
import { ConfirmChange } from './confirm-change.tsx'
import { PayoutStatus } from './payout-status.tsx'
import { StripeAccount } from './stripe-account.tsx'

export const handle = { messages: ['studio', 'creator', 'stepUp'] }
export const clientMiddleware = [withMessages('studio', 'creator', 'stepUp')]
export const loader = async ({ context }: LoaderFunctionArgs) =>
  (await apiOf(context).call('GET /performers/payment-gateway-settings')).data

const methods = ['bank', 'stripe', 'manual'] as const
type Method = (typeof methods)[number]

/** The payout methods. A stored key is never shown again; an empty field leaves it unchanged. */
export default function Gateways() {
  const t = useT()
  const settings = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  // Stripe's pages lead back with their method chosen.
  const [method, setMethod] = useState<Method>(search.get('method') === 'stripe' ? 'stripe' : settings.payoutMethod)
  const [isConnectionMissing, setConnectionMissing] = useState(false)
  const [sent, setSent] = useState<FormData | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const bodyOf = (form: FormData) => {
    const field = (name: string) => String(form.get(name) ?? '').trim()
    const secretKey = field('secretKey')
    return {
      payoutMethod: method,
      // An account that is connected at Stripe stays as it is.
      ...(method === 'stripe' && form.has('accountId')
        ? { stripe: { accountId: field('accountId'), ...(secretKey ? { secretKey } : {}) } }
        : {}),
      ...(method === 'manual' ? { manual: { instructions: field('instructions') } } : {}),
      version: settings.version,
    }
  }
  return (
    <SettingsFrame title={t('creator.gateways.title')} detail={t('creator.gateways.detail')}>
      <PageTitle>{t('creator.gateways.title')}</PageTitle>
      <PayoutStatus blockers={settings.blockers} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setProblem(null)
          const form = new FormData(event.currentTarget)
          const isUnconnected = form.has('unconnected')
          setConnectionMissing(isUnconnected)
          if (!isUnconnected) setSent(form)
        }}
      >
        <SettingsSection title={t('creator.gateways.how')}>
          <FormProblem problem={problem}>
            <RadioCards
              name="payoutMethod"
              legend={<span className="sr-only">{t('creator.gateways.how')}</span>}
              value={method}
              onChange={(value) => (setMethod(value as Method), setConnectionMissing(false))}
              choices={methods.map((value) => ({
                value,
                title: t(`creator.gateways.${value}`),
                detail: t(`creator.gateways.${value}Hint`),
              }))}
            />
            <MethodError />
            {method === 'bank' ? (
              <p className="text-sm text-ink-2">
                {t.rich('creator.gateways.bankLink', {
                  link: (text) => (
                    <Link to="/creator/banking" className="link">
                      {text}
                    </Link>
                  ),
                })}
              </p>
            ) : null}
            {method === 'stripe' ? (
              <StripeAccount
                isMissing={isConnectionMissing}
                isSaved={settings.payoutMethod === 'stripe'}
                byHand={
                  <div className="grid gap-4 sm:grid-cols-2">
                    <Field label={t('creator.gateways.account')} name="accountId" required>
                      <Input
                        autoComplete="off"
                        spellCheck={false}
                        maxLength={80}
                        defaultValue={settings.stripe?.accountId ?? ''}
                        dir="ltr"
                      />
                    </Field>
                    <Field
                      label={t('creator.gateways.key')}
                      name="secretKey"
                      optional={t('studio.editor.optional')}
                      hint={t(settings.stripe?.hasSecretKey ? 'creator.gateways.keySaved' : 'creator.gateways.keyHint')}
                    >
                      <Input type="password" autoComplete="off" spellCheck={false} maxLength={200} dir="ltr" />
                    </Field>
                  </div>
                }
              />
            ) : null}
            {method === 'manual' ? (
              <Field label={t('creator.gateways.instructions')} name="instructions" required>
                <Textarea rows={3} maxLength={500} defaultValue={settings.manual?.instructions ?? ''} />
              </Field>
            ) : null}
            <Button type="submit" variant="primary" size="lg" className="justify-self-start">
              {t('creator.bank.next')}
            </Button>
          </FormProblem>
        </SettingsSection>
      </form>
      {sent ? (
        <ConfirmChange
          onSend={(stepUp, change) =>
            change('PUT /performers/payment-gateway-settings', { body: { ...bodyOf(sent), ...stepUp } })
          }
          onDone={() => {
            setSent(null)
            toast.success('ui.saved')
            void revalidate()
          }}
          onRefused={(refused) => (setSent(null), setProblem(refused))}
          onClose={() => setSent(null)}
        >
          <p className="rounded-md bg-surface-2 px-4 py-3 font-strong">{t(`creator.gateways.${method}`)}</p>
        </ConfirmChange>
      ) : null}
    </SettingsFrame>
  )
}

function MethodError() {
  const wrong = useFieldError('payoutMethod')
  return wrong ? (
    <p role="alert" className="text-xs text-danger-text">
      {wrong}
    </p>
  ) : null
}
