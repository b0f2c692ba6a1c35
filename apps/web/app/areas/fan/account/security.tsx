import { Laptop, Smartphone } from 'lucide-react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useFetcher,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { asProblem, asUpdateProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf, type Me, visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useHashedSubmit } from '../../../parts/hashed-password.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormProblem, useProblemWords } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { AccountFrame, SaveRow, Section } from './account-frame.tsx'

export const handle = { messages: ['account'] }
export const clientMiddleware = [withMessages('account')]

type Place = Reply<'GET /auth/sessions'>['data'][number]

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const orProblem = <T,>(ask: Promise<{ data: T[] }>) =>
    ask.then(
      ({ data }) => ({ data, problem: null }),
      (error: unknown) => {
        if (error instanceof Response || asProblem(error).status === 401) throw error
        return { data: [] as T[], problem: asProblem(error) }
      },
    )
  return { places: await orProblem(api.call('GET /auth/sessions')) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = apiOf(context)
  const end = form.get('end')
  try {
    if (end === 'others') await api.call('DELETE /auth/sessions')
    else if (end) await api.call('DELETE /auth/sessions/:id', { params: { id: String(end) } })
    else {
      const me = (await visitOf(context).me()) as Me
      await api.call('PUT /auth/users/me/password', {
        body: {
          password: String(form.get('password') ?? ''),
          currentPassword: String(form.get('currentPassword') ?? ''),
          source: me.isPerformer ? 'performer' : 'user',
          hashed: form.get('hashed') === 'true',
        },
      })
    }
    return { saved: !end, problem: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asUpdateProblem(error, { INCORRECT_CREDENTIALS: 'currentPassword' })
    return data({ saved: false, problem }, { status: problem.status || 503 })
  }
}

export default function Security() {
  const t = useT()
  const words = useProblemWords()
  const { revalidate } = useRevalidator()
  const again = () => void revalidate()
  const { places } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as { saved: boolean; problem: ProblemData | null } | undefined
  const busy = useNavigation().formAction === '/user/security'
  const onSubmit = useHashedSubmit(['password', 'currentPassword'])
  return (
    <AccountFrame title={t('account.security.title')}>
      <title>{t('account.security.title')}</title>
      <Section title={t('account.password.title')} lead={t('account.password.lead')}>
        <Form method="post" onSubmit={onSubmit} preventScrollReset className="flex flex-col gap-5">
          <FormProblem problem={answer?.problem}>
            <PasswordField
              label={t('account.password.current')}
              name="currentPassword"
              autoComplete="current-password"
            />
            <PasswordField label={t('account.password.new')} name="password" autoComplete="new-password" rules />
            <SaveRow busy={busy} saved={answer?.saved === true}>
              {t('account.password.save')}
            </SaveRow>
          </FormProblem>
        </Form>
      </Section>
      <Section title={t('account.places.title')} lead={t('account.places.lead')}>
        {places.problem ? <PartialState onRetry={again}>{words(places.problem)}</PartialState> : null}
        <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
          {places.data.map((place) => (
            <PlaceRow key={place._id} place={place} />
          ))}
        </ul>
        {places.data.length > 1 ? (
          <Form method="post" preventScrollReset className="mt-4">
            <Button type="submit" look="outline" name="end" value="others">
              {t('account.places.endAll')}
            </Button>
          </Form>
        ) : null}
      </Section>
    </AccountFrame>
  )
}

function PlaceRow({ place }: { place: Place }) {
  const t = useT()
  const { dateTime } = useFormats()
  const fetcher = useFetcher()
  const { browser, system, kind } = place.device
  const name = [browser, system].filter(Boolean).join(' · ')
  const Icon = kind === 'phone' || kind === 'tablet' ? Smartphone : Laptop
  const here = place.current
  if (fetcher.formData) return null
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-surface-2 text-ink-2">
        <Icon className="icon" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-[600]">
          {name || t('account.places.unknown')}
          {here ? <Badge tone="leaf">{t('account.places.here')}</Badge> : null}
        </p>
        <p className="text-xs text-ink-3">{t('account.places.since', { when: dateTime(place.lastSeenAt) })}</p>
      </div>
      {here ? null : (
        <fetcher.Form method="post">
          <Button
            type="submit"
            size="sm"
            look="outline"
            name="end"
            value={place._id}
            aria-label={t('account.places.endLabel', { name: name || t('account.places.unknown') })}
          >
            {t('account.places.end')}
          </Button>
        </fetcher.Form>
      )}
    </li>
  )
}
