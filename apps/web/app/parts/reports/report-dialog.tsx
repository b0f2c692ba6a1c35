import { reportTextMax } from '@fanlight/contract/limits'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReportCategory } from '@fanlight/contract/report-values'
import { needMessages } from '../../i18n/area-messages.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, Input, Textarea } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form.tsx'
import { showOverlay } from '../../ui/overlay.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Captcha } from '../account/captcha.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { useMe } from '../site/site.ts'
import type { ReportedTarget } from './report.ts'

const categories: readonly ReportCategory[] = [
  'spam',
  'harassment',
  'impersonation',
  'copyright',
  'non_consensual',
  'minor',
  'illegal',
  'other',
]

/** Shows the form above the page. */
export async function showReport(target: ReportedTarget): Promise<void> {
  await needMessages('report', 'errors', 'fields')
  showOverlay(<ReportDialog target={target} onClose={() => showOverlay(null)} />)
}

function ReportDialog({ target, onClose }: { target: ReportedTarget; onClose: () => void }) {
  const t = useT()
  const { dateTime } = useFormats()
  const me = useMe()
  const { send, working, problem } = useMutation()
  const [category, setCategory] = useState<ReportCategory | null>(null)
  const [sent, setSent] = useState<{ number: string; dueAt: string } | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLParagraphElement>(null)
  // The button that sent it is gone: the result is what one reads next.
  useEffect(() => {
    if (sent) result.current?.focus()
  }, [sent])
  const isPerson = target.type === 'performer' || target.type === 'user'
  const { type } = target
  const title = t(`report.title.${type === 'comment' || type === 'message' ? type : isPerson ? 'person' : 'item'}`)
  const lead = type === 'message' ? `${t('report.lead')} ${t('report.messageLead')}` : t('report.lead')
  const submit = async (form: FormData) => {
    if (category === null) return
    const value = (name: string) => String(form.get(name) ?? '').trim()
    const contact = value('contact')
    const captcha = value('captcha')
    const reply = await send('POST /reports', {
      body: {
        target,
        category,
        text: value('text'),
        ...(contact && { contact }),
        ...(form.has('goodFaith') && { goodFaith: true }),
        ...(captcha && { captcha }),
      },
      once: true,
    })
    if (reply) setSent(reply.data)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || working ? undefined : onClose())}
      title={sent ? t('report.sentTitle') : title}
      description={sent ? undefined : lead}
      locked={working}
      width={520}
      initialFocus={first}
    >
      {sent ? (
        <div className="grid gap-4 pb-3">
          <p
            ref={result}
            role="status"
            tabIndex={-1}
            className="flex gap-3 rounded-md bg-success-soft px-4 py-3 text-success-soft-ink"
          >
            <MailCheck className="icon mt-px shrink-0" aria-hidden="true" />
            <span>
              {t('report.sent', { on: dateTime(sent.dueAt), number: sent.number })} {t('report.sentMail')}
            </span>
          </p>
          <Button variant="primary" wide onClick={onClose}>
            {t('report.close')}
          </Button>
        </div>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void submit(new FormData(event.currentTarget))
          }}
          className="grid gap-5 pb-3"
        >
          <FormProblem problem={problem?.code === 'CAPTCHA_REQUIRED' ? null : problem}>
            <RadioCards
              name="category"
              legend={t('report.why')}
              columns
              required
              firstRef={first}
              value={category ?? ''}
              onChange={(value) => setCategory(value as ReportCategory)}
              choices={categories.map((value) => ({
                value,
                title: t(`report.category.${value}`),
                detail: t(`report.category.${value}.more`),
              }))}
            />
            <Field
              label={t('report.text')}
              name="text"
              hint={t('report.textHint')}
              required={category === 'other'}
              optional={category === 'other' ? undefined : t('report.textOptional')}
            >
              <Textarea
                rows={4}
                maxLength={reportTextMax}
                minLength={category === 'other' ? 3 : undefined}
                dir="auto"
              />
            </Field>
            {me ? null : (
              <Field
                label={t('report.contact')}
                name="contact"
                hint={category === 'minor' ? t('report.contactMinor') : t('report.contactHint')}
                required={category !== 'minor'}
              >
                <Input type="email" autoComplete="email" inputMode="email" maxLength={254} />
              </Field>
            )}
            {category === 'copyright' ? <Checkbox name="goodFaith" label={t('report.goodFaith')} required /> : null}
            <Captcha problem={problem} />
            <Button type="submit" variant="primary" wide busy={working ? t('report.sending') : undefined}>
              {t('report.send')}
            </Button>
          </FormProblem>
        </form>
      )}
    </Dialog>
  )
}
