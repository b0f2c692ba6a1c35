import { Laptop, Smartphone, Tablet } from 'lucide-react'
import type { Reply } from '../../../api/contract.ts'
import { sessionsMax } from '@fanlight/contract/limits'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ActionForm, useInPlaceForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { FormProblem } from '../../../ui/form.tsx'
import type { action } from './security.tsx'

type Session = Reply<'GET /auth/sessions'>['data'][number]
const icons = { computer: Laptop, phone: Smartphone, tablet: Tablet, other: Laptop }

const shownAtFirst = 5

/** Where the account is signed in: on what, in which country, since when; this device first. There are at most `sessionsMax`. */
export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const t = useT()
  const inOrder = sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
  // One more than fits is not hidden behind a line of its own.
  const shown = inOrder.length > shownAtFirst + 1 ? inOrder.slice(0, shownAtFirst) : inOrder
  const rest = inOrder.slice(shown.length)
  return (
    <>
      <SessionList sessions={shown} />
      {rest.length > 0 ? (
        <details className="mt-3">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            {t('account.sessions.showAll', { total: sessions.length })}
          </summary>
          <div className="mt-2">
            <SessionList sessions={rest} />
          </div>
        </details>
      ) : null}
      <p className="mt-3 text-xs text-ink-3">{t('account.sessions.limit', { max: sessionsMax })}</p>
      {sessions.length > 1 ? <EndOthers /> : null}
    </>
  )
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
      {sessions.map((session) => (
        <SessionRow key={session._id} session={session} />
      ))}
    </ul>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useT()
  const { dateTime, region } = useFormats()
  const form = useInPlaceForm<typeof action.end>('end')
  const { browser, system, kind } = session.device
  const name = [browser, system].filter(Boolean).join(dot) || t('account.sessions.unknown')
  const country = session.country ? region(session.country) : null
  const Icon = icons[kind]
  const here = session.current
  if (form.busy) return null
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-surface-2 text-ink-2">
        <Icon className="icon" aria-hidden="true" />
      </span>
      {/* On a phone the button stands below: beside it, two times take five lines in some languages. */}
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-3.5rem)]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <bdi>{name}</bdi>
          {here ? <Badge tone="leaf">{t('account.sessions.here')}</Badge> : null}
        </p>
        <p className="text-xs text-ink-3">
          {[country, t('account.sessions.since', { when: dateTime(session.lastSeenAt) })].filter(Boolean).join(dot)}
        </p>
        <p className="text-xs text-ink-3">{t('security.sessions.signedIn', { when: dateTime(session.createdAt) })}</p>
      </div>
      {here ? null : (
        <ActionForm form={{ ...form, problem: null }} className="max-sm:ms-14">
          <Button
            type="submit"
            size="sm"
            variant="outline"
            name={form.name('id')}
            value={session._id}
            aria-label={t('account.sessions.endLabel', { name })}
          >
            {t('account.sessions.end')}
          </Button>
        </ActionForm>
      )}
      {form.problem ? (
        <div className="w-full">
          <FormProblem problem={form.problem}>{null}</FormProblem>
        </div>
      ) : null}
    </li>
  )
}

function EndOthers() {
  const t = useT()
  const form = useInPlaceForm<typeof action.endOthers>('endOthers')
  return (
    <ActionForm form={form} className="mt-4 flex flex-col items-start gap-3">
      <Button type="submit" variant="outline" busy={form.busy ? t('account.sessions.ending') : undefined}>
        {t('account.sessions.endAll')}
      </Button>
    </ActionForm>
  )
}
