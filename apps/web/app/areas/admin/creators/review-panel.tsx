import { Check, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { EmptyState, Loading, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Papers } from './papers.tsx'

export type Opened = Reply<'GET /admin/verifications/:id'>['data']
interface PanelProps {
  verification: Opened | null
  loading: boolean
  onClose: () => void
  onDecided: () => void
}
const askable = [
  'legalName',
  'dateOfBirth',
  'country',
  'documentExpiresOn',
  'id_front',
  'id_back',
  'selfie_with_id',
  'address',
  'tax',
] as const
const undecided = new Set<Opened['status']>(['submitted', 'in_review', 'more_info', 'expired', 'draft'])

/** One creator beside the queue: what they declared, what the account says, the papers, and the decision. */
export function ReviewPanel({ verification, loading, onClose, onDecided }: PanelProps) {
  const t = useT()
  const [asking, setAsking] = useState<'more' | 'rejection' | null>(null)
  const heading = useRef<HTMLDivElement>(null)
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      initialFocus={heading}
      width={820}
      title={verification?.performer.name ?? t('review.opening')}
      description={verification ? `@${verification.performer.username ?? ''}` : undefined}
      footer={
        verification && undecided.has(verification.status) ? (
          <Decision verification={verification} asking={asking} setAsking={setAsking} onDecided={onDecided} />
        ) : undefined
      }
    >
      <div ref={heading} tabIndex={-1} className="outline-none">
        {verification ? (
          <Facts verification={verification} />
        ) : loading ? (
          <Loading>
            <div className="grid gap-3">
              <Skeleton className="h-28" />
              <Skeleton className="h-44" />
              <Skeleton className="h-20" />
            </div>
          </Loading>
        ) : (
          <EmptyState title={t('review.gone')} />
        )}
      </div>
    </Sheet>
  )
}

function Facts({ verification }: { verification: Opened }) {
  const t = useT()
  const { date, dateTime } = useFormats()
  const { declared, profile } = verification
  const rows: { key: MessageKey; declared: string | null; account: string | null; differs?: boolean }[] = [
    { key: 'review.fact.name', declared: declared.legalName, account: profile.name },
    {
      key: 'review.fact.birth',
      declared: declared.dateOfBirth && date(declared.dateOfBirth),
      account: profile.dateOfBirth && `${date(profile.dateOfBirth)}${profile.age === null ? '' : ` (${profile.age})`}`,
      differs: Boolean(declared.dateOfBirth && profile.dateOfBirth && declared.dateOfBirth !== profile.dateOfBirth),
    },
    {
      key: 'review.fact.country',
      declared: declared.country,
      account: profile.country,
      differs: Boolean(declared.country && profile.country && declared.country !== profile.country),
    },
    {
      key: 'review.fact.expires',
      declared: declared.documentExpiresOn && date(declared.documentExpiresOn),
      account: null,
      differs: Boolean(declared.documentExpiresOn && Date.parse(declared.documentExpiresOn) < Date.now()),
    },
    {
      key: 'review.fact.email',
      declared: null,
      account: profile.email && `${profile.email}${profile.emailVerified ? '' : ` (${t('review.unconfirmed')})`}`,
    },
    { key: 'review.fact.since', declared: null, account: date(profile.createdAt) },
  ]
  return (
    <div className="grid gap-5 pb-3">
      <div className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
        <Badge
          tone={verification.status === 'approved' ? 'leaf' : verification.status === 'rejected' ? 'ember' : 'sky'}
        >
          {t.maybe(`review.status.${verification.status}`)}
        </Badge>
        {verification.submittedAt ? (
          <span className="num">{t('review.sent', { at: dateTime(verification.submittedAt) })}</span>
        ) : null}
      </div>
      {verification.reason ? (
        <p className="rounded-md bg-surface-2 px-4 py-3 text-sm whitespace-pre-line">{verification.reason}</p>
      ) : null}
      <table className="w-full text-sm">
        <caption className="sr-only">{t('review.compare')}</caption>
        <thead>
          <tr className="text-xs text-ink-3 [&>th]:py-1.5 [&>th]:text-start [&>th]:font-[560]">
            <th scope="col" className="w-36">
              <span className="sr-only">{t('review.facts')}</span>
            </th>
            <th scope="col">{t('review.declared')}</th>
            <th scope="col">{t('review.account')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, declared: said, account, differs }) => (
            <tr key={key} className="border-t border-line [&>td]:py-2 [&>td]:pe-3">
              <th scope="row" className="py-2 text-start text-xs font-[560] text-ink-3">
                {t(key)}
              </th>
              <td className={differs ? 'font-[620] text-danger-text' : ''}>
                {said ?? '–'}
                {differs ? (
                  <TriangleAlert className="icon ms-1.5 inline size-4!" aria-label={t('review.differs')} />
                ) : null}
              </td>
              <td>{account ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Papers verificationId={verification._id} documents={verification.documents} />
      {verification.history.length > 1 ? (
        <section>
          <h3 className="text-md">{t('review.history')}</h3>
          <ol className="mt-1 text-xs">
            {verification.history.map((one) => (
              <li key={one._id} className="flex gap-3 border-t border-line py-2 first:border-0">
                <span className="num w-36 text-ink-3">{dateTime(one.decidedAt ?? one.createdAt)}</span>
                <span className="font-[600]">{t.maybe(`review.status.${one.status}`)}</span>
                <span className="text-ink-2">{one.reason}</span>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  )
}

interface DecisionProps {
  verification: Opened
  asking: 'more' | 'rejection' | null
  setAsking: (asking: 'more' | 'rejection' | null) => void
  onDecided: () => void
}
function Decision({ verification, asking, setAsking, onDecided }: DecisionProps) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [fields, setFields] = useState<Partial<Record<(typeof askable)[number], string>>>({})
  const params = { id: verification._id }
  const run = async (tell: () => Promise<unknown>, said: MessageKey) => {
    if (working) return
    setWorking(true)
    setProblem(null)
    try {
      await tell()
      toast.success(said)
      onDecided()
      await revalidate()
    } catch (error) {
      const refused = asProblem(error)
      setProblem(refused)
      if (refused.code === 'ALREADY_REVIEWED') await revalidate()
    } finally {
      setWorking(false)
    }
  }
  const chosen = Object.entries(fields).filter(([, why]) => (why ?? '').trim().length >= 3)
  const busy = working ? t('review.working') : undefined
  return (
    <FormProblem problem={problem}>
      {asking === 'rejection' ? (
        <form
          action={(form) =>
            void run(
              () =>
                call('POST /admin/verifications/:id/rejection', {
                  params,
                  body: { reason: String(form.get('reason') ?? '') },
                }),
              'review.rejected',
            )
          }
          className="mt-3 grid gap-3"
        >
          <Field label={t('review.rejectWhy')} name="reason" hint={t('review.rejectHint')} required>
            <Textarea minLength={3} maxLength={1000} autoFocus />
          </Field>
          <div className="flex justify-end gap-2">
            <Button look="ghost" onClick={() => setAsking(null)}>
              {t('ui.back')}
            </Button>
            <Button type="submit" look="danger" busy={busy}>
              {t('review.reject')}
            </Button>
          </div>
        </form>
      ) : asking === 'more' ? (
        <form
          action={() =>
            void run(
              () =>
                call('POST /admin/verifications/:id/request-for-more', {
                  params,
                  body: { fieldReasons: Object.fromEntries(chosen.map(([name, why]) => [name, String(why).trim()])) },
                }),
              'review.asked',
            )
          }
          className="mt-3 grid gap-3"
        >
          <p className="text-sm text-ink-2">{t('review.moreHint')}</p>
          <div className="grid max-h-64 gap-2.5 overflow-y-auto p-0.5 sm:grid-cols-2">
            {askable.map((name) => (
              <Field key={name} label={t.maybe(`review.field.${name}`) ?? name} name={`fieldReasons.${name}`}>
                <Input
                  small
                  minLength={3}
                  maxLength={500}
                  value={fields[name] ?? ''}
                  onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
                  placeholder={t('review.fieldWhy')}
                />
              </Field>
            ))}
          </div>
          <div className="flex justify-end gap-2">
            <Button look="ghost" onClick={() => setAsking(null)}>
              {t('ui.back')}
            </Button>
            <Button type="submit" look="primary" disabled={chosen.length === 0} busy={busy}>
              {t('review.ask', { count: chosen.length })}
            </Button>
          </div>
        </form>
      ) : (
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          <Button look="ghost" onClick={() => setAsking('rejection')} className="text-danger-text!">
            {t('review.reject')}
          </Button>
          <Button look="outline" onClick={() => setAsking('more')}>
            {t('review.askMore')}
          </Button>
          <Button
            look="primary"
            busy={busy}
            onClick={() =>
              void run(() => call('POST /admin/verifications/:id/approval', { params, body: {} }), 'review.approved')
            }
          >
            <Check aria-hidden="true" />
            {t('review.approve')}
          </Button>
        </div>
      )}
    </FormProblem>
  )
}
