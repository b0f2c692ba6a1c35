import { Lock } from 'lucide-react'
import { useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

export type Freeze = Reply<'GET /admin/payout-freeze'>['data']

/** Payouts are frozen: since when, why, and the control to resume them. */
export function PayoutFreeze({ freeze }: { freeze: Freeze }) {
  const t = useT()
  const { ago } = useFormats()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const lift = async (form: FormData) => {
    const body = { reason: String(form.get('reason') ?? '').trim() }
    if (await send('POST /admin/payout-freeze/lift', { body, once: true })) toast.success('review.freeze.lifted')
    await revalidate()
  }
  return (
    <section aria-labelledby="freeze" className="mt-5 rounded-md bg-danger-soft p-4 text-danger-soft-ink">
      <h2 id="freeze" className="flex items-center gap-2 font-bold">
        <Lock className="icon size-4!" aria-hidden="true" />
        {t('review.freeze.title')}
      </h2>
      <p className="mt-1 text-sm" suppressHydrationWarning>
        {freeze.byChecker
          ? t('review.freeze.byChecker', { count: freeze.violations, ago: ago(freeze.frozenAt ?? '') })
          : t('review.freeze.byHand', {
              name: freeze.frozenBy ?? '',
              reason: freeze.reason ?? '',
              ago: ago(freeze.frozenAt ?? ''),
            })}
      </p>
      {freeze.rules.length > 0 ? (
        <ul className="mt-2 list-disc ps-5 text-sm" lang="en">
          {freeze.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void lift(new FormData(event.currentTarget))
        }}
        className="mt-3 grid gap-3"
      >
        <FormProblem problem={problem}>
          <Field label={t('review.freeze.why')} name="reason" hint={t('review.freeze.hint')} required>
            <Input minLength={3} maxLength={500} />
          </Field>
          <Button
            type="submit"
            variant="danger"
            className="justify-self-start"
            busy={working ? t('review.working') : undefined}
          >
            {t('review.freeze.lift')}
          </Button>
        </FormProblem>
      </form>
    </section>
  )
}
