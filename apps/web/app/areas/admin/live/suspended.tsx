import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'

type Entry = Reply<'GET /admin/live'>['suspended'][number]

/** Who may not go live at present, why and until when. */
export function Suspended({ suspended }: { suspended: readonly Entry[] }) {
  const t = useT()
  const { dateTime } = useFormats()
  const [lifting, setLifting] = useState<Entry | null>(null)
  if (suspended.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="text-lg">{t('wall.suspended')}</h2>
      <ul className="mt-2">
        {suspended.map((entry) => (
          <li
            key={entry.performer._id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-0"
          >
            <Link to={`/admin/users/${entry.performer._id}`} className="font-semibold text-ink">
              <bdi>{entry.performer.name}</bdi>
            </Link>
            <span className="min-w-0 flex-1 text-xs text-ink-2 wrap-anywhere max-md:order-last max-md:basis-full">
              <bdi>{entry.reason}</bdi>
            </span>
            <span className="text-xs text-ink-3">
              {entry.until ? t('wall.until', { at: dateTime(entry.until) }) : t('people.long.open')}
            </span>
            <Button size="sm" onClick={() => setLifting(entry)}>
              {t('wall.lift')}
            </Button>
          </li>
        ))}
      </ul>
      {lifting ? <LiftDialog entry={lifting} onClose={() => setLifting(null)} /> : null}
    </section>
  )
}

function LiftDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const lift = async (form: FormData) => {
    const reply = await send('POST /admin/accounts/:id/live-suspension/lift', {
      params: { id: entry.performer._id },
      body: { reason: String(form.get('reason') ?? '').trim() },
      once: true,
    })
    if (!reply) return
    onClose()
    await revalidate()
  }
  return (
    <Dialog open onOpenChange={(next) => (next || working ? undefined : onClose())} title={t('wall.lift')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void lift(new FormData(event.currentTarget))
        }}
        className="grid gap-4 pb-3"
      >
        <FormProblem problem={problem}>
          <Field label={t('people.why')} name="reason" hint={t('people.whyHint')} required>
            <Textarea minLength={3} maxLength={500} rows={3} dir="auto" />
          </Field>
          <Button type="submit" variant="primary" busy={working ? t('people.working') : undefined}>
            {t('wall.lift')}
          </Button>
        </FormProblem>
      </form>
    </Dialog>
  )
}
